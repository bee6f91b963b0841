//! Claim: in a browser the page of a match fits every screen, its links open the decisions that
//! they name, and keys and buttons walk through them.

use super::pages_in_a_browser::{browser, folder};
use crate::support::binary::stdout;
use crate::support::browser::Browser;
use serde_json::{Value, json};

/// The decisions that are open, and whether the first of them is seen below the buttons.
fn open(browser: &Browser) -> Value {
    browser.value(
        "(() => { const open = [...document.querySelectorAll('details[open]')]; \
         const bar = document.querySelector('div.walk').getBoundingClientRect(); \
         const at = open.map((one) => one.querySelector('summary').getBoundingClientRect()); \
         return [open.map((one) => one.querySelector('.beside').id), \
         at.every((box) => box.top >= bar.bottom - 1 && box.top < 400)]; })()",
    )
}

#[test]
fn a_match_is_walked_through() {
    let Some(browser) = browser("a_match_is_walked_through") else { return };
    let (folder, pictures) = folder();
    let file = folder.join("backgammon-analyse.html");
    let report = ["--report", file.to_str().unwrap()];
    let args = ["backgammon", "analyse", "--match", "tests/data/gnubg-match.mat", "--depth", "0"];
    stdout(&[&args[..], &report].concat());
    browser.look(&file, pictures);
    for width in [1280, 390] {
        browser.screen(width, 844, "light");
        browser.open(&file);
        let ids = |selector: &str| {
            let all = format!("[...document.querySelectorAll('{selector}')].map((one) => one.id)");
            browser.value(&all).as_array().unwrap().clone()
        };
        let (all, wrong) = (ids("details .beside"), ids("details.wrong .beside"));
        assert!(all.len() > 100 && wrong.len() > 2);
        assert_eq!(open(&browser), json!([[], true]));
        let worst = browser.value("document.querySelector('#errors a').hash.slice(1)");
        browser.value("document.querySelector('#errors a').click()");
        browser.drawn();
        assert_eq!(open(&browser), json!([[worst], true]), "a link opens its decision");
        let at = all.iter().position(|id| *id == worst).unwrap();
        browser.key("n");
        assert_eq!(open(&browser), json!([[all[at + 1]], true]));
        browser.key("p");
        browser.key("p");
        assert_eq!(open(&browser), json!([[all[at - 1]], true]));
        browser.key("\u{e00c}"); // escape
        assert_eq!(open(&browser), json!([[], true]));
        browser.value("document.querySelector('[data-go=N]').click()");
        assert_eq!(open(&browser), json!([[worst], true]), "the next error after that");
        browser.value(
            "document.querySelector('.chart a').dispatchEvent(new MouseEvent('click', {bubbles: true}))",
        );
        browser.drawn();
        let first = &wrong[0];
        let opened = open(&browser);
        assert!(opened[0].as_array().unwrap().contains(first), "a dot leads to its decision: {opened}");
        let fits = browser.value(
            "[...document.querySelectorAll('details[open] .board svg, details[open] table')] \
             .every((box) => box.getBoundingClientRect().right <= document.documentElement.clientWidth)",
        );
        assert_eq!(fits, true, "board and plays fit {width}");
    }
    assert_eq!(browser.console(), [] as [Value; 0]);
}
