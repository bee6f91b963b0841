//! What a person does in a browser.

use super::browser::Browser;
use serde_json::json;

impl Browser {
    /// Types a key.
    pub fn key(&self, key: &str) {
        let actions = json!([{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]);
        self.post("/actions", json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}));
        self.drawn();
    }

    /// Clicks at a place of the window.
    pub fn click(&self, x: i64, y: i64) {
        let actions = json!([
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]);
        self.post("/actions", json!({"actions": [{"type": "pointer", "id": "mouse", "actions": actions}]}));
        self.drawn();
    }

    /// Turns the wheel at a place of the window.
    pub fn wheel(&self, x: i64, y: i64, by: i64) {
        let scroll = json!({"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": by});
        self.post("/actions", json!({"actions": [{"type": "wheel", "id": "wheel", "actions": [scroll]}]}));
        self.drawn();
    }

    /// Moves two fingers at height `y` of the window, from the places `from` to the places `to`.
    pub fn pinch(&self, y: i64, from: [i64; 2], to: [i64; 2]) {
        let points = |xs: [i64; 2]| json!([{"x": xs[0], "y": y, "id": 0}, {"x": xs[1], "y": y, "id": 1}]);
        self.devtools("Input.dispatchTouchEvent", json!({"type": "touchStart", "touchPoints": points(from)}));
        for step in 1..=4 {
            let between = |i: usize| from[i] + (to[i] - from[i]) * step / 4;
            let touches = points([between(0), between(1)]);
            self.devtools("Input.dispatchTouchEvent", json!({"type": "touchMove", "touchPoints": touches}));
        }
        self.devtools("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []}));
        self.drawn();
    }
}
