//! Compiles the networks' arithmetic for several instruction sets, chosen at run time.
//!
//! The compiler turns plain loops into vector instructions. All sets compute the same integers.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games) enum InstructionSet {
    /// The build's own target; NEON on 64-bit ARM.
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::HasAvx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::HasAvx512),
}

impl InstructionSet {
    /// All sets of this processor, the best last.
    pub fn all() -> Vec<InstructionSet> {
        let mut all = vec![InstructionSet::Baseline];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(x86::HasAvx2::detected().map(InstructionSet::Avx2));
            all.extend(x86::HasAvx512::detected().map(InstructionSet::Avx512));
        }
        all
    }

    pub fn best() -> InstructionSet {
        *InstructionSet::all().last().unwrap_or(&InstructionSet::Baseline)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    macro_rules! proof {
        ($has:ident, $($feature:tt)+) => {
            /// A proof that this processor has the instructions. Only `detected` creates it.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $has(());

            impl $has {
                pub fn detected() -> Option<$has> {
                    ($(is_x86_feature_detected!($feature))&&+).then_some($has(()))
                }
            }
        };
    }

    proof!(HasAvx2, "avx2" "bmi1" "bmi2" "lzcnt" "popcnt");
    proof!(HasAvx512, "avx512f" "avx512bw" "avx512vl" "bmi1" "bmi2" "lzcnt" "popcnt");
}

/// Declares a function that calls the inlined function behind its `=`, compiled for the
/// instruction set in its first argument. The calling module must allow unsafe code.
macro_rules! dispatched {
    (
        $(#[$doc:meta])*
        $name:ident $(<$(const $n:ident: usize),+>)? ($($arg:ident: $type:ty),+) $(-> $result:ty)? = $plain:path;
    ) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name $(<$(const $n: usize),+>)? (
            set: $crate::games::instruction_set::InstructionSet,
            $($arg: $type),+
        ) $(-> $result)? {
            use $crate::games::instruction_set::InstructionSet;
            match set {
                InstructionSet::Baseline => $plain($($arg),+),
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx2(_) => {
                    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                    fn compiled $(<$(const $n: usize),+>)? ($($arg: $type),+) $(-> $result)? {
                        $plain($($arg),+)
                    }
                    // SAFETY: the proof exists, so `detected` has found these features.
                    unsafe { compiled($($arg),+) }
                }
                #[cfg(target_arch = "x86_64")]
                InstructionSet::Avx512(_) => {
                    #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
                    fn compiled $(<$(const $n: usize),+>)? ($($arg: $type),+) $(-> $result)? {
                        $plain($($arg),+)
                    }
                    // SAFETY: as above.
                    unsafe { compiled($($arg),+) }
                }
            }
        }
    };
}

pub(in crate::games) use dispatched;
