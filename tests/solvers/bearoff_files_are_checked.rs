//! Claim: a bear-off file is used if it is whole and unaltered; otherwise it is refused in one line
//! and replaced.

use std::fs;
use std::path::Path;

use crate::support::bearoff::{bearoff, pool};
use crate::support::folder::Folder;
use sparring_engine::solve::bearoff::{Bearoff, OneSided, TwoSided};
use sparring_engine::solve::store::{Format, Origin, Record, Store};

const FORMAT: Format =
    Format { name: "test", file: "test-file", kind: *b"sixteen letters.", version: 3, bytes: 100 };
const HEADER: usize = 40;

fn cells() -> Vec<u8> {
    (0..FORMAT.bytes).map(|i| (i * i % 251) as u8).collect()
}

/// Asks the store, which generates `cells` if it has to.
fn ask(store: &Store, format: &Format) -> (Vec<u8>, Record) {
    store.load_or_generate(format, || Ok::<_, ()>(cells())).unwrap()
}

/// A folder with one whole file, and that file's bytes.
fn kept(name: &str) -> (Folder, Vec<u8>) {
    let folder = Folder::new(name);
    let (_, record) = ask(&Store::at(folder.path()), &FORMAT);
    assert_eq!((record.origin, record.remarks.len()), (Origin::Generated, 0));
    let bytes = fs::read(record.path.unwrap()).unwrap();
    (folder, bytes)
}

/// The remark about a bad file, which is then replaced by a good one.
fn refusal(folder: &Path, format: &Format) -> String {
    let store = Store::at(folder);
    let (read, record) = ask(&store, format);
    assert_eq!((read, record.origin), (cells(), Origin::Generated));
    assert_eq!(record.remarks.len(), 1, "{:?}", record.remarks);
    assert_eq!(ask(&store, format).1.origin, Origin::Loaded);
    let line = record.remarks[0].clone();
    assert!(line.starts_with("got ") && line.contains(", expected ") && line.contains("; "), "{line}");
    assert!(line.contains(format.file) && !line.contains('\n'), "{line}");
    line
}

#[test]
fn what_was_written_is_read() {
    let (folder, bytes) = kept("written");
    assert_eq!(bytes.len(), HEADER + FORMAT.bytes);
    assert_eq!(bytes[HEADER..], cells());
    assert_eq!(folder.names(), ["test-file"]);
    let generate = || -> Result<Vec<u8>, ()> { panic!("generated again") };
    let (read, record) = Store::at(folder.path()).load_or_generate(&FORMAT, generate).unwrap();
    assert_eq!((read, record.origin, record.bytes), (cells(), Origin::Loaded, bytes.len()));
}

#[test]
fn every_flipped_bit_is_found() {
    let (folder, whole) = kept("flipped");
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(folder.path().join(FORMAT.file), bytes).unwrap();
        let line = refusal(folder.path(), &FORMAT);
        let word = match at {
            0..24 => "other contents",
            24..28 => "version",
            _ => "altered",
        };
        assert!(line.contains(word), "byte {at}: {line}");
    }
    assert_eq!(fs::read(folder.path().join(FORMAT.file)).unwrap(), whole);
}

#[test]
fn every_other_length_is_found() {
    let (folder, whole) = kept("length");
    for length in [0, 1, HEADER - 1, HEADER, HEADER + 1, whole.len() - 1, whole.len() + 1] {
        let mut bytes = whole.clone();
        bytes.resize(length, 0);
        fs::write(folder.path().join(FORMAT.file), bytes).unwrap();
        let line = refusal(folder.path(), &FORMAT);
        assert!(line.contains(&format!("got {length} bytes")) && line.contains("expected 140"), "{line}");
    }
}

#[test]
fn another_version_and_another_kind_are_refused() {
    let (folder, _) = kept("version");
    let line = refusal(folder.path(), &Format { version: 4, ..FORMAT });
    assert!(line.contains("got version 3") && line.contains("expected version 4"), "{line}");
    let line = refusal(folder.path(), &Format { version: 4, kind: *b"seventeen, not 1", ..FORMAT });
    assert!(line.contains("other contents"), "{line}");
}

#[test]
fn a_store_that_cannot_be_written_is_said_and_done_without() {
    let folder = Folder::new("unwritable");
    let file = folder.path().join("a-file");
    fs::write(&file, "").unwrap();
    let (read, record) = ask(&Store::at(file.join("below")), &FORMAT);
    assert_eq!((read, record.origin, &record.path), (cells(), Origin::Generated, &None));
    assert!(record.remarks.len() == 1 && record.remarks[0].contains("from memory"), "{:?}", record.remarks);

    // A folder stands in the file's place: it is neither read nor replaced, and no temporary file
    // is left.
    fs::create_dir(folder.path().join(FORMAT.file)).unwrap();
    let (read, record) = ask(&Store::at(folder.path()), &FORMAT);
    assert_eq!((read, record.path, record.remarks.len()), (cells(), None, 2));
    assert_eq!(folder.names(), ["a-file", "test-file"]);
}

#[test]
fn what_is_not_generated_is_not_written() {
    let folder = Folder::new("failed");
    let failed = Store::at(folder.path()).load_or_generate(&FORMAT, || Err("no"));
    assert_eq!(failed.unwrap_err(), "no");
    assert!(folder.names().is_empty());
}

#[test]
fn databases_come_back_from_their_files() {
    let folder = Folder::new("databases");
    let pool = pool(2);
    let ask = || {
        let scope = pool.cancel_scope();
        Bearoff::load_or_generate(&Store::at(folder.path()), &pool, &scope, &mut |_| {}).unwrap()
    };
    let (first, second) = (ask(), ask());
    for (files, origin) in [(&first.1, Origin::Generated), (&second.1, Origin::Loaded)] {
        assert!(files.iter().all(|file| file.origin == origin && file.remarks.is_empty()), "{files:?}");
        assert_eq!(
            files.each_ref().map(|file| file.bytes),
            [HEADER + OneSided::BYTES, HEADER + TwoSided::BYTES]
        );
    }
    for (database, _) in [&first, &second] {
        assert!(database.one_sided.to_bytes() == bearoff().one_sided.to_bytes());
        assert!(database.two_sided.to_bytes() == bearoff().two_sided.to_bytes());
    }
    assert_eq!(folder.names(), ["bearoff-one-sided", "bearoff-two-sided"]);
}
