//! Claim: the bit masks of edges play dots and boxes as naive lists do, by both rules, on grids and
//! on boards from files.

use crate::support::dots::grid;
use crate::support::dots_closer::again;
use crate::support::dots_rules::Naive;
use crate::support::hash::hash;
use crate::support::random_boxes::{config_text, random_boxes};
use sparring_engine::game::{Game, Side};
use sparring_engine::games::dots::{Board, Cell, ConfigError, Dots, Position, Rules, Size, Start};

/// Plays a random game on both and compares after every move.
fn follow(game: &Dots, mut naive: Naive, seed: u64) {
    let mut position = Position::new(0);
    let mut keys = vec![game.key(&position)];
    for step in 0.. {
        let moves = game.legal_moves(&position);
        let indices: Vec<usize> = moves.iter().map(|edge| edge.index()).collect();
        assert_eq!(indices, naive.moves());
        let mut visited = Vec::new();
        let each: Result<(), ()> = game.each_move(&position, |edge| {
            visited.push(edge);
            Ok(())
        });
        assert_eq!((each, &visited[..]), (Ok(()), &moves[..]));
        let closed = naive.boxes.iter().filter(|(_, edges)| edges.iter().all(|&e| naive.drawn[e]));
        assert_eq!(game.board().closed(position.drawn()), closed.map(|(value, _)| value).sum::<i32>());
        assert_eq!(game.outcome(&position).is_some(), indices.is_empty());
        if indices.is_empty() {
            break;
        }
        let edge = moves[hash(seed ^ step << 20) as usize % moves.len()];
        let (before, won) = (naive.mover, naive.won);
        naive.play(edge.index());
        let closes = naive.won != won || naive.mover == before;
        assert!(game.history_index(&position, edge) != Some(edge.index()) || !closes);
        position = game.play(&position, edge);
        assert_eq!(position.net(), naive.net());
        assert_eq!(position.side_to_move(), [Side::First, Side::Second][naive.mover]);
        keys.push(game.key(&position));
    }
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), game.board().edges() + 1, "a key returned");
}

#[test]
fn on_grids() {
    for rules in Rules::ALL {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 3), (4, 5), (5, 5), (1, 21)] {
            let game = grid(rows, columns, rules);
            for seed in 0..20 {
                follow(&game, Naive::grid(rows, columns, again(rules)), seed);
            }
        }
    }
}

#[test]
fn on_boards_from_files() {
    for rules in Rules::ALL {
        for seed in 0..200 {
            let boxes = random_boxes(seed, 1 + seed as usize % 13);
            let board = Board::from_config(&config_text(&boxes)).unwrap();
            let naive = Naive::of(boxes, again(rules));
            assert_eq!(board.edges(), naive.drawn.len());
            follow(&Dots::new(board, rules), naive, seed);
        }
    }
}

#[test]
fn a_grid_written_as_a_file_is_that_grid() {
    for (rows, columns) in [(1, 1), (2, 2), (3, 4)] {
        let naive = Naive::grid(rows, columns, true);
        let line = |(value, edges): &(i32, Vec<usize>)| {
            format!("{value}  {}\n", edges.iter().map(|edge| format!(" {edge}")).collect::<String>())
        };
        let text: String = naive.boxes.iter().map(line).collect();
        let cells: Vec<Cell> = Board::from_config(&text).unwrap().cells().to_vec();
        assert_eq!(cells, Board::grid(Size::new(rows, columns).unwrap()).cells());
    }
}

#[test]
fn edges_have_names_that_can_be_read() {
    let text = config_text(&random_boxes(5, 6));
    for board in [
        Board::grid("3x4".parse().unwrap()),
        Board::grid("1x1".parse().unwrap()),
        Board::from_config(&text).unwrap(),
    ] {
        for edge in sparring_engine::games::dots::edges_of(board.all()) {
            let name = board.name(edge);
            assert_eq!(board.parse_edge(&name, 0), Ok(edge));
            assert_eq!(board.parse_edge(&format!(" {} ", name.to_uppercase()), 0), Ok(edge));
            assert!(board.parse_edge(&name, edge.bit()).unwrap_err().to_string().contains("drawn already"));
        }
    }
    let board = Board::grid("2x3".parse().unwrap());
    let names = [("h0,0", 0), ("h2,2", 8), ("v0,0", 9), ("v0,3", 12), ("v1,0", 13), ("16", 16)];
    names.iter().for_each(|(name, index)| assert_eq!(board.parse_edge(name, 0).unwrap().index(), *index));
    for bad in [
        "", "h", "h0", "h0,", "h,0", "h3,0", "h0,3", "v2,0", "v0,4", "x0,0", "e17", "17", "-1", "h+1,0", "é",
        "h30", "h000", "h00,0", "h0,00", "h0,0,0", "h 0 0 0", "h-1 0", "hé", "e", "e-1", "ee3", "h 0", "v",
    ] {
        let line = board.parse_edge(bad, 0).unwrap_err().to_string();
        assert!(line.contains("expected") && line.contains("; try "), "{bad}: {line}");
    }
}

#[test]
fn every_edge_is_read_in_every_spelling_and_no_other() {
    let sizes = ["1x1", "5x5", "2x11", "11x2", "1x21", "21x1", "2x3"];
    for board in sizes.map(|size| Board::grid(size.parse().unwrap())) {
        for edge in sparring_engine::games::dots::edges_of(board.all()) {
            let name = board.name(edge);
            let (letter, place) = name.split_at(1);
            let (row, column) = place.split_once(',').unwrap();
            let number = edge.index();
            let spellings = [
                format!("{letter}{row}{column}"),
                format!("{letter} {row} {column}"),
                format!("{letter}{row} {column}"),
                format!("{letter} {row}{column}"),
                format!("{letter} {row}, {column}"),
                format!("e{number}"),
                format!("E {number}"),
                format!("{number}"),
            ];
            for text in spellings.iter().flat_map(|text| [text.clone(), text.to_uppercase()]) {
                assert_eq!(board.parse_edge(&text, 0), Ok(edge), "{text} on {board}");
            }
        }
    }
    let file = Board::from_config("1 30 10 20 7").unwrap();
    for (text, name) in [("e7", "e7"), ("7", "e7"), ("E 30", "e30")] {
        assert_eq!(file.parse_edge(text, 0).map(|edge| file.name(edge)), Ok(name.to_owned()));
    }
    for bad in ["h0,0", "e1", "1", "e", "h00"] {
        let line = file.parse_edge(bad, 0).unwrap_err().to_string();
        assert!(line.contains("expected") && line.contains("; try "), "{bad}: {line}");
    }
}

#[test]
fn a_turn_is_divided_into_its_edges() {
    for (turn, edges) in [
        ("h0,0 v1,2", &["h0,0", "v1,2"][..]),
        ("h 0 0 v1,2 e5 h10", &["h 0 0", "v1,2", "e5", "h10"]),
        ("H 0, 0 17", &["H 0, 0", "17"]),
        ("h0 0 5", &["h0 0", "5"]),
        ("  h00\tv00 ", &["h00", "v00"]),
        ("h 0 ,0 e 5 6", &["h 0 ,0", "e 5", "6"]),
        ("h v 1 1", &["h", "v 1 1"]),
        ("h 1", &["h 1"]),
        ("é x", &["é", "x"]),
        ("", &[]),
    ] {
        assert_eq!(sparring_engine::games::dots::edge_words(turn), edges, "{turn}");
    }
}

#[test]
fn sets_are_hexadecimal_and_stay_on_the_board() {
    let board = Board::grid("2x2".parse().unwrap());
    for (text, set) in [("0", 0), ("fff", 0xfff), ("00000000000000000000a5", 0xa5), ("A", 10)] {
        assert_eq!(board.parse_mask(text), Ok(set));
    }
    for bad in ["", "0x1", "1000", "fffffffffffffffff", "g", "-1", "+1", " 1", "é"] {
        let line = board.parse_mask(bad).unwrap_err().to_string();
        assert!(line.contains("expected") && line.contains("; try "), "{bad}: {line}");
    }
    assert_eq!(Board::grid("1x21".parse().unwrap()).parse_mask("ffffffffffffffff"), Ok(u64::MAX));
}

#[test]
fn starts_are_borders() {
    let board = Board::grid("2x3".parse().unwrap());
    let named = |start: Start, names: &[&str]| {
        let set = names.iter().map(|name| board.parse_edge(name, 0).unwrap().bit()).sum();
        assert_eq!(start.drawn(&board), Ok(set), "{}", start.name());
    };
    let corner = ["h2,0", "h2,1", "h2,2", "v0,0", "v1,0"];
    named(Start::American, &[]);
    named(Start::Icelandic, &corner);
    named(Start::Swedish, &[&corner[..], &["h0,0", "h0,1", "h0,2", "v0,3", "v1,3"]].concat());
    let file = Board::from_config("1 0 1 2 3").unwrap();
    assert!(Start::American.drawn(&file) == Ok(0) && Start::Swedish.drawn(&file).is_err());
}

#[test]
fn sizes_without_a_board_are_refused() {
    for good in ["1x1", "5x5", "4x6", "1x21", "21x1", "3X4"] {
        good.parse::<Size>().unwrap();
    }
    for bad in
        ["", "3", "0x3", "3x0", "x", "3x", "-1x3", "3x3x3", "5x6", "1x22", "99999999999999999999x1", "3 x 3"]
    {
        let line = bad.parse::<Size>().unwrap_err().to_string();
        assert!(line.contains("expected") && line.contains("; try "), "{bad}: {line}");
    }
}

#[test]
fn a_file_that_is_no_board_is_refused_by_line_and_edge() {
    let refused = |text: &str, why: ConfigError| {
        let error = Board::from_config(text).unwrap_err();
        assert_eq!(error, why, "{text}");
        let line = error.to_string();
        assert!(line.contains("expected") && line.contains("; try ") && line.lines().count() == 1, "{line}");
    };
    refused("", ConfigError::Empty);
    refused("\n# nothing\n", ConfigError::Empty);
    refused("1 0 1 2 3\n\n1 3 4 5\n", ConfigError::Count(3, 4));
    refused("1 0 1 2 3 4", ConfigError::Count(1, 6));
    refused("one 0 1 2 3", ConfigError::Value(1, "one".to_owned()));
    refused("-1 0 1 2 3", ConfigError::Value(1, "-1".to_owned()));
    refused("1001 0 1 2 3", ConfigError::Value(1, "1001".to_owned()));
    refused("1 0 1 2 +3", ConfigError::Number(1, "+3".to_owned()));
    refused("1 0 1 2 4294967296", ConfigError::Number(1, "4294967296".to_owned()));
    refused("1 0 1 2 3\n1 7 8 9 7", ConfigError::Twice(2, 7));
    refused("1 0 1 2 3\n1 3 4 5 6\n1 7 8 9 3", ConfigError::ThirdBox(3, 3));
    let many: String =
        (0..17).map(|i| format!("1 {} {} {} {}\n", 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3)).collect();
    refused(&many, ConfigError::TooMany(17, 64));
    assert_eq!(Board::from_config(&many[..many.len() - 14]).unwrap().edges(), 64);
}
