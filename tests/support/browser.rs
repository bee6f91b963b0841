//! Headless Chromium, driven over WebDriver.

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A program of this machine.
fn installed(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// What is cut off at the edge of its box without a word that it goes on.
const CUT_OFF: &str = "[...document.querySelectorAll('main *, header *')].filter((box) => { \
    const cue = box.previousElementSibling, said = cue && cue.className === 'cue' && !cue.hidden; \
    const hides = getComputedStyle(box).overflowX !== 'visible' && !['CAPTION', 'svg'].includes(box.tagName); \
    return hides && !said && box.scrollWidth > box.clientWidth + 1; \
    }).map((box) => box.outerHTML.slice(0, 80))";

/// A browser and its driver. Both end on drop.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Asserts that it finds no fault in a picture and no text outside it.
    pub fn assert_fits(&self, file: &Path) {
        self.open(file);
        assert_eq!(self.value("document.querySelectorAll('parsererror').length"), 0);
        let outside = "[...document.querySelectorAll('svg text')] \
                       .map((text) => [text.getBoundingClientRect(), text.textContent]) \
                       .filter(([box]) => box.left < 0 || box.right > document.documentElement.width.baseVal.value) \
                       .map(([, text]) => text)";
        assert_eq!(self.value(outside), json!([]));
        assert_eq!(self.console(), [] as [Value; 0]);
    }

    /// Opens a page on four screens and asserts that it fits them. Leaves pictures of it there if
    /// they are wanted.
    pub fn look(&self, file: &Path, pictures: bool) {
        for (width, scheme) in [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")] {
            self.screen(width, 844, scheme);
            self.open(file);
            let overflow =
                self.value("document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assert_eq!(overflow, 0, "{} is too wide for {width}", file.display());
            let contrast = self.value("getComputedStyle(document.body).backgroundColor").to_string();
            assert_eq!(contrast.contains("rgb(252"), scheme == "light", "{contrast}");
            assert_eq!(
                self.value("performance.getEntriesByType('resource').length"),
                0,
                "it needs nothing else"
            );
            assert_eq!(self.value(CUT_OFF), json!([]), "{} at {width}", file.display());
            if pictures {
                self.picture(&file.with_extension(format!("{width}-{scheme}.png")));
            }
        }
        assert_eq!(self.console(), [] as [Value; 0], "{}", file.display());
    }

    /// Starts one; `None` if none is installed.
    pub fn start(profile: &Path) -> Option<Browser> {
        let (chromium, driver) = (installed("chromium")?, installed("chromedriver")?);
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(driver.stdout.take().unwrap());
        let port = loop {
            let mut line = String::new();
            assert_ne!(said.read_line(&mut line).unwrap(), 0, "chromedriver ends");
            let digits = line
                .split_once("successfully on port ")
                .map(|(_, rest)| rest.trim_end().trim_end_matches('.'));
            if let Some(port) = digits.and_then(|digits| digits.parse().ok()) {
                break port;
            }
        };
        // It must not wait for us to read.
        std::thread::spawn(move || io::copy(&mut said, &mut io::sink()));
        let mut browser = Browser { driver, port, session: String::new() };
        let _old = fs::remove_dir_all(profile);
        let user_data = format!("--user-data-dir={}", profile.display());
        let args = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            &user_data,
        ];
        let options = json!({"binary": chromium, "args": args});
        let wanted = json!({"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}});
        let answer = browser.ask("POST", "/session", &json!({"capabilities": {"alwaysMatch": wanted}}));
        browser.session = answer["sessionId"].as_str().unwrap().to_owned();
        Some(browser)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(600))).unwrap();
        let body = if method == "POST" { body.to_string() } else { String::new() };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = None;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if line.trim_end().is_empty() {
                break;
            }
            let value = line.to_lowercase();
            length = length.or(value.strip_prefix("content-length:").and_then(|n| n.trim().parse().ok()));
        }
        let mut answer = vec![0; length.expect("answers tell their length")];
        reader.read_exact(&mut answer).unwrap();
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        assert!(answer["value"]["error"].is_null(), "{path}: {:.600}", answer["value"].to_string());
        answer["value"].clone()
    }

    fn end_session(&self) -> io::Result<usize> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        let host = format!("localhost:{}", self.port);
        write!(
            stream,
            "DELETE /session/{} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n",
            self.session
        )?;
        stream.read(&mut [0; 1024])
    }

    pub(super) fn post(&self, path: &str, body: Value) -> Value {
        self.ask("POST", &format!("/session/{}{path}", self.session), &body)
    }

    /// A command of Chromium's own protocol.
    pub fn devtools(&self, command: &str, params: Value) -> Value {
        self.post("/goog/cdp/execute", json!({"cmd": command, "params": params}))
    }

    /// Sets the size of the screen in pixels and the colour scheme, `light` or `dark`.
    pub fn screen(&self, width: u32, height: u32, scheme: &str) {
        let mobile = width < 600;
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile});
        self.devtools("Emulation.setDeviceMetricsOverride", metrics);
        self.devtools("Emulation.setTouchEmulationEnabled", json!({"enabled": mobile, "maxTouchPoints": 2}));
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.devtools("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Opens a file and waits until it is drawn.
    pub fn open(&self, file: &Path) {
        let path = file.to_str().unwrap().replace('%', "%25").replace('#', "%23").replace('?', "%3F");
        self.post("/url", json!({"url": format!("file://{path}")}));
        self.drawn();
    }

    /// Waits for the next frame.
    pub fn drawn(&self) {
        let script =
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(1)));";
        self.post("/execute/async", json!({"script": script, "args": []}));
    }

    /// Evaluates a JavaScript expression.
    pub fn value(&self, expression: &str) -> Value {
        self.post("/execute/sync", json!({"script": format!("return {expression};"), "args": []}))
    }

    /// What the console has said since the last call.
    pub fn console(&self) -> Vec<Value> {
        self.post("/se/log", json!({"type": "browser"})).as_array().unwrap().clone()
    }

    /// A picture of the whole page, as a file.
    pub fn picture(&self, file: &Path) {
        let size =
            self.value("[document.documentElement.clientWidth, document.documentElement.scrollHeight]");
        let clip = json!({"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1});
        let params = json!({"format": "png", "captureBeyondViewport": true, "clip": clip});
        let picture = self.devtools("Page.captureScreenshot", params);
        fs::write(file, base64(picture["data"].as_str().unwrap())).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Also after a failure: otherwise the browser would outlive its driver.
        let _gone = self.end_session();
        let _gone = self.driver.kill();
        let _gone = self.driver.wait();
    }
}

fn base64(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|&c| c != b'=').map(value).collect();
    let mut bytes = Vec::new();
    for four in digits.chunks(4) {
        let word = four.iter().enumerate().fold(0u32, |word, (i, &d)| word | u32::from(d) << (18 - 6 * i));
        bytes.extend_from_slice(&word.to_be_bytes()[1..four.len()]);
    }
    bytes
}
