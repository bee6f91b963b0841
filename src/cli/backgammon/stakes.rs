//! Flags of a score and a cube.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::args::{colour, whole};
use crate::cli::failure::Failure;
use crate::cli::read::text_of;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::MatchState;
use sparring_engine::games::backgammon::cube::MatchEquity;
use sparring_run::NamedFile;

/// A hundred times the size of gnubg's tables.
const MAX_MET: u64 = 1 << 23;
const HINT: &str = "a match equity table; try another file";

/// Flags of a score and a cube. Defaults come from the position's identifier, or else are those of
/// a money game.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Stakes")]
pub(super) struct StakesArgs {
    /// Points of the match, 0 for money [default: as the position says; 0]
    #[arg(
        long, value_name = "N", value_parser = whole::<u16>(0..=MatchState::MAX_POINTS.into(), "--length 7"),
        allow_negative_numbers = true
    )]
    length: Option<u16>,
    /// White's and Black's points [default: as the position says; 0,0]
    #[arg(long, value_name = "W,B", value_parser = score, allow_hyphen_values = true)]
    score: Option<[u16; 2]>,
    /// Value of the cube: 1, 2, 4 and so on [default: as the position says; 1]
    #[arg(long, value_name = "N", value_parser = cube, allow_negative_numbers = true)]
    cube: Option<u8>,
    /// Owner of the cube; with --cube 1 nobody can own it [default: as the position says; nobody]
    #[arg(long, value_name = "COLOUR", value_parser = colour())]
    owner: Option<Side>,
    /// This is the Crawford game, in which nobody may double
    #[arg(long)]
    crawford: bool,
    /// For money: gammons count only after a double
    #[arg(long)]
    jacoby: bool,
    /// For money: the side that takes a double may redouble at once
    #[arg(long)]
    beavers: bool,
    /// Match equity table in the XML form of gnubg [default: a built-in one, up to 64 points]
    #[arg(long, value_name = "FILE.xml", hide_short_help = true)]
    met: Option<PathBuf>,
}

/// The match equity table of a file, or the built-in one.
///
/// # Errors
/// Bad usage if the file is not a table.
pub(super) fn table(met: Option<&Path>) -> Result<Cow<'static, MatchEquity>, Failure> {
    let Some(path) = met else { return Ok(Cow::Borrowed(MatchEquity::built_in())) };
    let text = text_of(("--met", path), MAX_MET, HINT)?;
    MatchEquity::from_xml(&text).map(Cow::Owned).map_err(|why| {
        let path = path.display();
        Failure::usage(format!("--met: got '{path}' ({why}), expected {HINT}"))
    })
}

fn score(text: &str) -> Result<[u16; 2], String> {
    let number = |text: &str| text.trim().parse().ok().filter(|&n| n <= MatchState::MAX_POINTS);
    let pair =
        text.split_once([',', '-', ':']).and_then(|(white, black)| Some([number(white)?, number(black)?]));
    pair.ok_or_else(|| {
        let got = text.escape_debug();
        format!("got '{got}', expected White's and Black's points; try --score 2,4")
    })
}

fn cube(text: &str) -> Result<u8, String> {
    let value = text.parse().ok().filter(|n: &u32| n.is_power_of_two() && *n <= 1 << 15);
    value.map(|n| n.ilog2() as u8).ok_or_else(|| {
        format!("got '{}', expected 1, 2, 4 and so on to 32768; try --cube 2", text.escape_debug())
    })
}

impl StakesArgs {
    pub fn is_given(&self) -> bool {
        let StakesArgs { length, score, cube, owner, crawford, jacoby, beavers, met } = self;
        let named = length.is_some() || score.is_some() || cube.is_some() || owner.is_some();
        named || *crawford || *jacoby || *beavers || met.is_some()
    }

    /// Returns score and cube; `said` comes from the identifier.
    ///
    /// # Errors
    /// Bad usage if the flags contradict each other.
    pub fn read(&self, said: &MatchState) -> Result<MatchState, Failure> {
        let length = self.length.unwrap_or(said.length);
        // An identifier's score and Crawford state apply only to its own match length.
        let is_same_match = length == said.length;
        let score = self.score.unwrap_or(if is_same_match { said.score } else { [0, 0] });
        let crawford = self.crawford || said.crawford && is_same_match && self.score.is_none();
        let cube = self.cube.unwrap_or(said.cube);
        let owner = self.owner.or(if self.cube.is_none() { said.owner } else { None });
        if owner.is_some() && cube == 0 {
            return Err(Failure::usage(
                "--owner: got an owner of a cube at 1, expected a turned cube; try --cube 2",
            ));
        }
        if self.score.is_some() && length == 0 {
            return Err(Failure::usage("--score: got money, expected a match; try --length 7"));
        }
        if crawford && (cube > 0 || owner.is_some()) {
            let flag = if self.crawford { "--crawford" } else { "--cube" };
            return Err(Failure::usage(format!(
                "{flag}: got a turned cube in the Crawford game, expected one in the middle at 1; \
                 try without --cube"
            )));
        }
        if self.crawford && length == 0 {
            return Err(Failure::usage(
                "--crawford: got money, expected a match; try --length 7 --score 6,4",
            ));
        }
        for (flag, given) in [("--jacoby", self.jacoby), ("--beavers", self.beavers)] {
            if given && length > 0 {
                return Err(Failure::usage(format!(
                    "{flag}: got a match of {length} points, expected money; try --length 0"
                )));
            }
        }
        Ok(MatchState {
            length,
            score,
            crawford,
            // Match identifiers of gnubg may contain this rule, too.
            jacoby: self.jacoby || said.jacoby && length == 0 && said.length == 0,
            beavers: self.beavers || said.beavers,
            cube,
            owner,
            ..*said
        })
    }

    pub fn table(&self) -> Result<Cow<'static, MatchEquity>, Failure> {
        table(self.met.as_deref())
    }

    pub fn files(&self) -> Vec<NamedFile<'_>> {
        self.met.as_deref().map(|path| ("--met", path)).into_iter().collect()
    }
}
