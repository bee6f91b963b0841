use arrayvec::ArrayVec;

use super::context::Context;
use super::node::{Extension, PlayNode, Tried};
use super::picker::Picker;
use super::pv::Pv;
use super::score::{DRAW, FORCED, INFINITE, MATE};
use super::search::State;
use super::young::YoungBrothers;
use crate::game::{IncrementalEvaluator, Score, Tactical};
use crate::search::task::Task;
use sparring_sched::Cancelled;

/// Brothers searched after the eldest at an expected cut node before the rest is offered.
const BROTHERS_FIRST: i32 = 3;

impl<G: Tactical, E: IncrementalEvaluator<G>> PlayNode<'_, '_, G, E> {
    pub fn moves<P: Pv<G::Move>>(
        &self,
        task: &mut Task<'_, '_>,
        (first_alpha, beta): (Score, Score),
        pv: &mut P,
    ) -> Result<Score, Cancelled> {
        let &PlayNode { search, frame, .. } = self;
        let with = search.context(frame, search.histories(task));
        let mut picker = Picker::new(self.table_move, frame.in_check);
        let mut tried: Tried<G::Move> = ArrayVec::new_const();
        let (mut alpha, mut best, mut best_move) = (first_alpha, -INFINITE, None);
        let mut place = 0;
        let alone = if task.fills { i32::MAX } else { self.searched_alone() };
        while let Some(m) = self.next_move(&with, &mut picker, place + 1, (best, alpha)) {
            if Some(m) == self.excluded {
                continue;
            }
            if place == alone {
                let (window, so_far) = ((alpha, beta), (best, best_move));
                let young = YoungBrothers::new(self, &with, m, &mut picker, place, window, so_far);
                (best, best_move) = young.offer(task, pv, &mut tried)?;
                break;
            }
            place += 1;
            if best > -FORCED && self.prunes(&with, m, place, alpha) {
                continue;
            }
            let extension = match self.extension(task, m, beta)? {
                Extension::By(plies) => plies,
                Extension::Cut(score) => return Ok(score),
            };
            let mut rest = P::default();
            let score = self.search_move(task, (m, place, extension), (alpha, beta), &mut rest)?;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    pv.lead(m, &rest);
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            let _no_room = tried.try_push(m);
        }
        // No move at all: mate or stalemate, unless the only one was excluded.
        if place == 0 {
            return Ok(match (self.excluded, frame.in_check) {
                (Some(_), _) => first_alpha,
                (None, true) => frame.ply as Score - MATE,
                (None, false) => DRAW,
            });
        }
        if let Some(m) = best_move.filter(|_| best >= beta) {
            task.counts.cuts += 1;
            task.counts.first_move_cuts += u64::from(tried.is_empty());
            if !search.game.is_noisy(m) {
                self.learn_cut(&with, m, &tried);
            }
        }
        if best <= first_alpha && !self.open && self.excluded.is_none() && search.tuning.refuting != 0 {
            self.learn_refuting(&with);
        }
        self.conclude(task, &with, best, best_move, (first_alpha, beta));
        Ok(best)
    }

    fn next_move(
        &self,
        with: &Context<'_, G, State<G, E>>,
        picker: &mut Picker<G::Move>,
        place: i32,
        (best, alpha): (Score, Score),
    ) -> Option<G::Move> {
        // The condition stays true for later places, because scores only rise and reduced depths
        // only fall. Once alpha is a forced mate, quiet moves could only find a shorter one.
        picker.only_checks = picker.only_checks
            || best > -FORCED
                && !self.frame.in_check
                && self.only_checks(place, alpha)
                && self.search.game.allows_null_move(self.frame.position);
        picker.next(with)
    }

    #[inline]
    fn searched_alone(&self) -> i32 {
        if self.depth < self.search.split_depth {
            i32::MAX
        } else if self.cut {
            1 + BROTHERS_FIRST
        } else {
            1
        }
    }
}
