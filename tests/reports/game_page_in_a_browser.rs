//! Claim: in a browser the page of a chess game fits every screen, and its board follows links,
//! keys, buttons and clicks into the chart.

use std::fs;

use super::game_pages::GAMES;
use super::pages_in_a_browser::{browser, folder};
use crate::support::binary::stdout;
use crate::support::browser::Browser;
use serde_json::{Value, json};

/// The move that the first board shows, and its men in the order of a FEN, rank by rank.
fn shown(browser: &Browser) -> (Value, String) {
    let men = browser.value(
        "(() => { const board = document.querySelector('.followed svg'), men = {}; \
         for (const one of board.querySelectorAll('use[x]')) { \
           const [colour, kind] = one.getAttribute('href').slice(1).split('-'); \
           men[`${one.getAttribute('y') / 40} ${(one.getAttribute('x') - 18) / 40}`] = \
             colour === 'white' ? kind.toUpperCase() : kind; } \
         return [...Array(8).keys()].map((y) => [...Array(8).keys()].map((x) => men[`${y} ${x}`] || '1').join('')) \
           .join('/'); })()",
    );
    let now = browser.value("document.querySelector('.follow [aria-current]').id");
    (now, men.as_str().unwrap().to_owned())
}

/// A placement of a FEN with every empty square a 1.
fn squares(placement: &str) -> String {
    placement.chars().map(|c| c.to_digit(10).map_or(c.to_string(), |n| "1".repeat(n as usize))).collect()
}

#[test]
fn the_board_follows_the_moves() {
    let Some(browser) = browser("the_board_follows_the_moves") else { return };
    let (folder, pictures) = folder();
    let [pgn, file] = ["chess-game.pgn", "chess-game.html"].map(|name| folder.join(name));
    fs::write(&pgn, GAMES).unwrap();
    let several = folder.join("chess-games.html");
    for (depth, page) in [("3", &several), ("8", &file)] {
        let [games, page] = [&pgn, page].map(|path| path.to_str().unwrap());
        stdout(&["chess", "analyse", "--pgn", games, "--depth", depth, "--report", page]);
        fs::write(&pgn, GAMES.split("[Event \"Short\"]").next().unwrap()).unwrap();
    }
    browser.look(&several, false);
    browser.look(&file, pictures);
    for width in [1280, 390] {
        browser.screen(width, 844, "light");
        browser.open(&file);
        let men = |moves: usize| {
            let link = format!("document.getElementById('m1-{moves}').dataset.men");
            squares(browser.value(&link).as_str().unwrap())
        };
        let at = |moves: usize| (json!(format!("m1-{moves}")), men(moves));
        assert_eq!(shown(&browser), at(0));
        browser.value("document.getElementById('m1-6').click()");
        assert_eq!(shown(&browser), at(6), "a link shows its position");
        browser.key("\u{e014}"); // right
        assert_eq!(shown(&browser), at(7));
        browser.key("\u{e012}"); // left
        browser.key("\u{e012}");
        assert_eq!(shown(&browser), at(5));
        browser.key("\u{e010}"); // end
        assert_eq!(shown(&browser), at(27));
        browser.key("\u{e014}");
        assert_eq!(shown(&browser), at(27), "there is no move behind the last");
        browser.value("document.querySelector('[data-go=Home]').click()");
        assert_eq!(shown(&browser), at(0));
        browser.value("document.querySelector('[data-go=N]').click()");
        let first = browser.value("document.querySelector('.sheet .wrong').id");
        assert_eq!(shown(&browser).0, first, "the first marked move");
        browser.value("document.querySelector('[data-go=f]').click()");
        let turned: String = men(first.as_str().unwrap()[3..].parse().unwrap()).chars().rev().collect();
        assert_eq!(shown(&browser).1, turned, "seen by Black");
        browser.value("document.querySelector('[data-go=f]').click()");
        browser.value("document.querySelector('.mistakes article:last-child a').click()");
        browser.drawn();
        let last = browser.value("[...document.querySelectorAll('.sheet .wrong')].pop().id");
        assert_eq!(shown(&browser).0, last, "a mistake leads to the board");
        let clicked = browser.value(
            "(() => { const chart = [...document.querySelectorAll('.chances')].find((one) => one.clientWidth > 0); \
             const box = chart.getBoundingClientRect(), scale = box.width / chart.viewBox.baseVal.width; \
             const x = box.left + scale * (Number(chart.dataset.from) + 10.2 * Number(chart.dataset.step)); \
             chart.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: x, clientY: box.top + 9})); \
             return document.querySelector('.follow [aria-current]').id; })()",
        );
        assert_eq!(clicked, "m1-10", "a click into the chart");
        let fits = browser.value(
            "[...document.querySelectorAll('.board svg, .game-moves')] \
             .every((box) => box.getBoundingClientRect().right <= document.documentElement.clientWidth)",
        );
        assert_eq!(fits, true, "boards and moves fit {width}");
    }
    assert_eq!(browser.console(), [] as [Value; 0]);
}
