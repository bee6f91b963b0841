use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use sparring_engine::games::chess::training::{Games, GamesHeader};

#[derive(Debug)]
pub struct GamesFile {
    pub file: File,
    /// Complete games in it.
    pub games: u64,
}

impl GamesFile {
    /// Opens or creates a file with this `header` and cuts off an incomplete last game.
    ///
    /// # Errors
    /// If the file cannot be read or written, or contains anything else. It then stays unchanged.
    pub fn open(path: &Path, header: &GamesHeader) -> io::Result<GamesFile> {
        let refused = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        // A device may be endless.
        if !file.metadata()?.is_file() {
            return Err(refused("no regular file".to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            file.write_all(&header.bytes())?;
            return Ok(GamesFile { file, games: 0 });
        }
        let (found, mut games) = Games::of(&bytes).map_err(|error| refused(error.to_string()))?;
        if found != *header {
            let GamesHeader { seed, nodes, random } = found;
            return Err(refused(format!("games of --seed {seed} --nodes {nodes} --random {random}")));
        }
        let mut whole = 0;
        for game in games.by_ref() {
            game.map_err(|error| refused(error.to_string()))?;
            whole += 1;
        }
        let end = games.read_up_to() as u64;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(GamesFile { file, games: whole })
    }
}
