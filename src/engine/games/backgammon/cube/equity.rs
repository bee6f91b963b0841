/// The longest match in a table.
pub const LONGEST: usize = 64;

/// The chance to win a match by the points that both sides need. It covers games before a side
/// needs one point, the Crawford game without the cube, and games after it.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEquity {
    size: usize,
    /// Up to the Crawford game: rows by my points, columns by the other side's, from 1.
    before: Vec<f64>,
    /// After it: the side that needs more than one point, from 1.
    after: Vec<f64>,
}

impl MatchEquity {
    /// The most points that a side may need.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The winning chance of a side that needs `mine` points against one that needs
    /// `theirs`, before a game. A side that needs none has won.
    ///
    /// # Panics
    /// If a side needs more points than the table has.
    pub fn chance(&self, mine: usize, theirs: usize, crawford_played: bool) -> f64 {
        match (mine, theirs) {
            (0, _) => 1.0,
            (_, 0) => 0.0,
            (1, theirs) if crawford_played => 1.0 - self.after[theirs - 1],
            (mine, 1) if crawford_played => self.after[mine - 1],
            (mine, theirs) => {
                assert!(mine.max(theirs) <= self.size, "a table of {} points", self.size);
                self.before[(mine - 1) * self.size + theirs - 1]
            }
        }
    }

    /// The first side's chance after a game; one number of points may be below 0.
    pub(super) fn after(&self, away: [i64; 2], crawford_played: bool) -> f64 {
        let [mine, theirs] = away.map(|away| away.max(0) as usize);
        self.chance(mine, theirs, crawford_played)
    }

    /// Finds a score at which needing a point more is better.
    pub(super) fn rise(&self) -> Option<String> {
        let scores = (1..=self.size).flat_map(|theirs| (2..=self.size).map(move |mine| (mine, theirs)));
        for (mine, theirs) in scores {
            if self.chance(mine, theirs, false) > self.chance(mine - 1, theirs, false) {
                return Some(format!("{mine} to {theirs} points"));
            }
        }
        let mut after = self.after.windows(2).enumerate();
        let (at, _) = after.find(|(_, pair)| pair[1] > pair[0])?;
        Some(format!("{} to 1 points after the Crawford game", at + 2))
    }

    /// Creates a table of even chances.
    pub(super) fn empty(size: usize) -> MatchEquity {
        assert!((1..=LONGEST).contains(&size), "got a table of {size} points, expected 1 to {LONGEST}");
        MatchEquity { size, before: vec![0.5; size * size], after: vec![0.5; size] }
    }

    pub(super) fn set(&mut self, mine: usize, theirs: usize, chance: f64) {
        self.before[(mine - 1) * self.size + theirs - 1] = chance;
        self.before[(theirs - 1) * self.size + mine - 1] = 1.0 - chance;
    }

    /// Sets the chance, after the Crawford game, of the side that needs `mine` points against one.
    pub(super) fn set_after(&mut self, mine: usize, chance: f64) {
        self.after[mine - 1] = chance;
    }
}
