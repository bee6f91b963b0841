use super::root_move::RootMove;
use super::search::PlaySearch;
use super::tt_entry::TtEntry;
use crate::game::{IncrementalEvaluator, Tactical};

impl<G: Tactical, E: IncrementalEvaluator<G>> PlaySearch<'_, G, E> {
    /// Completes a short line (of a move whose value lay outside its window) with the table's
    /// moves, up to the depth, the end of the game or a draw.
    pub fn complete(&self, position: &G::Position, tried: &mut RootMove<G::Move>) {
        let (pv, depth) = (&mut tried.pv, tried.depth.max(0) as usize);
        if 2 * pv.len() >= depth {
            return;
        }
        let (mut seen, mut position) = (self.repeated.to_vec(), position.clone());
        for &m in &*pv {
            seen.push(self.game.key(&position));
            position = self.game.play(&position, m);
        }
        while pv.len() < depth && !self.game.is_drawn(&position) && self.game.outcome(&position).is_none() {
            let key = self.game.key(&position);
            let tt_entry = TtEntry::probe(self.table, key, 0).filter(|_| !seen.contains(&key));
            let Some(tt_entry) = tt_entry else { break };
            let best = self.game.decode(&position, tt_entry.code).or_else(|| self.best_by_table(&position));
            let Some(m) = best else { break };
            seen.push(key);
            position = self.game.play(&position, m);
            pv.push(m);
        }
    }

    /// The move whose child the table scores lowest: where all moves failed low, the entry has
    /// none.
    fn best_by_table(&self, position: &G::Position) -> Option<G::Move> {
        let theirs = |m: G::Move| {
            let key = self.game.key(&self.game.play(position, m));
            TtEntry::probe(self.table, key, 0).map(|tt_entry| (tt_entry.score, m))
        };
        let moves = self.game.legal_moves(position);
        let (_, best) = moves.iter().filter_map(|&m| theirs(m)).min_by_key(|&(score, _)| score)?;
        Some(best)
    }
}
