//! Claim: match equity tables are read from XML as they were written, and whatever else a text
//! holds is refused in one line.

use std::fs;

use crate::support::skip::skip;
use sparring_engine::games::backgammon::cube::{MatchEquity, Model};

/// A table in the form of GNU Backgammon's files.
fn xml(table: &MatchEquity) -> String {
    let cell = |chance: f64| format!("<me>{chance}</me>");
    let points = || 1..=table.size();
    let row = |mine| -> String { points().map(|theirs| cell(table.chance(mine, theirs, false))).collect() };
    let rows: String = points().map(|mine| format!("  <row>{}</row>\n", row(mine))).collect();
    let after: String = points().map(|mine| cell(table.chance(mine, 1, true))).collect();
    format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE met PUBLIC \"-//x\" \"met.dtd\">\n<!-- a <row> in a comment -->\n\
         <met>\n <info><name>A &amp; B</name><description></description><length>{}</length></info>\n \
         <pre-crawford-table type=\"explicit\">\n{rows} </pre-crawford-table>\n \
         <post-crawford-table type='explicit' player=\"both\">\n  <row>{after}</row>\n \
         </post-crawford-table>\n</met>\n",
        table.size()
    )
}

fn line(text: &str) -> String {
    let line = MatchEquity::from_xml(text).expect_err(text).to_string();
    assert!(line.starts_with("match equity table, line "), "{line}");
    assert!(line.contains(": got ") && line.contains(", expected ") && line.contains("; try "), "{line}");
    assert!(!line.contains('\n') && line.len() < 250, "{line}");
    line
}

#[test]
fn what_is_written_is_read() {
    for size in [1, 2, 5, 25, 64] {
        let table = Model::FITTED.table(size);
        let read = MatchEquity::from_xml(&xml(&table)).unwrap();
        assert_eq!(read.size(), size);
        for mine in 1..=size {
            for theirs in 1..=size {
                let difference = read.chance(mine, theirs, false) - table.chance(mine, theirs, false);
                assert!(difference.abs() < 1e-12, "{mine} {theirs}");
            }
            assert_eq!(read.chance(mine, 1, true), table.chance(mine, 1, true));
        }
    }
}

#[test]
fn other_tables_are_refused() {
    let good = xml(&Model::FITTED.table(3));
    for (from, to, expected) in [
        ("type=\"explicit\"", "type=\"zadeh\"", "'zadeh'"),
        ("type=\"explicit\"", "", "type"),
        ("player=\"both\"", "player=\"0\"", "player '0'"),
        ("<length>3<", "<length>-1<", "a formula"),
        ("<length>3<", "<length>65<", "1 to 64"),
        ("<length>3<", "<length>0<", "1 to 64"),
        ("<length>3<", "<length>2<", "</row>"),
        ("<length>3<", "<length>4<", "<me>"),
        ("<me>0.5</me>", "<me>0.6</me>", "add up to 1.2"),
        ("<me>0.5</me>", "<me>1.5</me>", "'1.5'"),
        ("<me>0.5</me>", "<me>nan</me>", "'nan'"),
        ("<me>0.5</me>", "<me>5e-1</me>", "'5e-1'"),
        ("<me>0.5</me>", "<me></me>", "''"),
        ("<me>0.5</me>", "<me>0.<!-- -->5</me>", "</me>"),
        ("<me>0.5</me>", "<me/>", "<me/>"),
        ("<me>0.5</me>", "<me>&half;</me>", "'&half;'"),
        ("met.dtd\">", "met.dtd\" [<!ENTITY a \"b\">]>", "DOCTYPE"),
        ("</met>", "</met><met>", "the end of the text"),
        ("-->", "--", "'-->'"),
        ("<met>", "<mat>", "'<mat>'"),
    ] {
        assert!(good.contains(from), "{from}");
        let said = line(&good.replacen(from, to, 1));
        assert!(said.contains(expected), "{from} as {to}: {said}");
    }
    line("");
    line("no XML");
    assert!(line(&"<".repeat(2 << 20)).contains("2097152 bytes"));
}

/// A text that rises where it should fall would give negative take points.
#[test]
fn a_table_in_which_points_to_go_help_is_refused() {
    let mut text = xml(&Model::FITTED.table(3));
    let table = Model::FITTED.table(3);
    let (low, high) = (table.chance(3, 2, false), table.chance(2, 3, false));
    text = text.replacen(&format!("<me>{low}</me>"), "<me>0.9</me>", 1);
    text = text.replacen(&format!("<me>{high}</me>"), "<me>0.1</me>", 1);
    assert!(line(&text).contains("a better chance"));
}

#[test]
fn damaged_texts_are_refused_without_panic() {
    let good = xml(&Model::FITTED.table(2));
    for end in (0..good.trim_end().len()).filter(|&end| good.is_char_boundary(end)) {
        line(&good[..end]);
    }
    let mut refused = 0;
    for at in 0..good.len() {
        for byte in [b'<', b'>', b'/', b'"', b'-', b'9', b' '] {
            let mut bytes = good.clone().into_bytes();
            bytes[at] = byte;
            refused += usize::from(MatchEquity::from_xml(&String::from_utf8(bytes).unwrap()).is_err());
        }
    }
    assert!(refused > 2 * good.len(), "{refused}");
}

#[test]
fn the_tables_of_gnubg_are_read_or_refused() {
    let folder = "/usr/share/gnubg/met";
    let Ok(entries) = fs::read_dir(folder) else {
        return skip("the_tables_of_gnubg_are_read_or_refused", "gnubg's folder met");
    };
    let mut read = Vec::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        match MatchEquity::from_xml(&text) {
            Ok(table) => read.push((name, table)),
            Err(_) => println!("{name}: {}", line(&text)),
        }
    }
    let size = |name: &str| read.iter().find(|(other, _)| other == name).map(|(_, table)| table.size());
    assert_eq!(size("Kazaross-XG2"), Some(25));
    assert_eq!(
        [size("woolsey"), size("g11"), size("zadeh"), size("jac100")],
        [Some(15), Some(25), None, None]
    );
    let (_, kazaross) = read.iter().find(|(name, _)| name == "Kazaross-XG2").unwrap();
    assert_eq!(kazaross.chance(3, 5, false), 0.64795);
    assert_eq!(kazaross.chance(2, 1, true), 0.48803);
}
