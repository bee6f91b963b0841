//! Evaluation compiled for several instruction sets, chosen when the program runs.
//!
//! As in chess, the loops are plain and the compiler turns them into vector instructions of the
//! set's width. All sets find the same numbers, because they are integers.
#![allow(unsafe_code)]

use super::super::Position;
use super::{Chances, Class, Layers};

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// Whatever the build was compiled for; NEON on 64-bit ARM.
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::HasAvx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::HasAvx512),
}

impl Kernel {
    /// All that this processor has, the best last.
    pub fn all() -> Vec<Kernel> {
        let mut all = vec![Kernel::Baseline];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(x86::HasAvx2::detected().map(Kernel::Avx2));
            all.extend(x86::HasAvx512::detected().map(Kernel::Avx512));
        }
        all
    }

    /// The best.
    pub fn best() -> Kernel {
        *Kernel::all().last().unwrap_or(&Kernel::Baseline)
    }

    /// The chances of each result.
    #[inline]
    pub fn chances(self, classes: &[Layers; Class::COUNT], results: &[Position], into: &mut [Chances]) {
        match self {
            Kernel::Baseline => super::all_chances(classes, results, into),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(has) => has.chances(classes, results, into),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(has) => has.chances(classes, results, into),
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use super::{Chances, Class, Layers, Position};

    macro_rules! kernel {
        ($has:ident, $features:literal, $($feature:tt)+) => {
            /// The proof that this processor has the instructions: there is no other way to one.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $has(());

            impl $has {
                pub fn detected() -> Option<$has> {
                    ($(is_x86_feature_detected!($feature))&&+).then_some($has(()))
                }

                pub fn chances(
                    self,
                    classes: &[Layers; Class::COUNT],
                    results: &[Position],
                    into: &mut [Chances],
                ) {
                    #[target_feature(enable = $features)]
                    fn chances(
                        classes: &[Layers; Class::COUNT],
                        results: &[Position],
                        into: &mut [Chances],
                    ) {
                        super::super::all_chances(classes, results, into);
                    }
                    // SAFETY: `self` exists, so `detected` has found these features.
                    unsafe { chances(classes, results, into) }
                }
            }
        };
    }

    kernel!(HasAvx2, "avx2,bmi1,bmi2,lzcnt,popcnt", "avx2" "bmi1" "bmi2" "lzcnt" "popcnt");
    kernel!(
        HasAvx512,
        "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt",
        "avx512f" "avx512bw" "avx512vl" "bmi1" "bmi2" "lzcnt" "popcnt"
    );
}
