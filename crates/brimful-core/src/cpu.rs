//! One binary, the best kernels for the processor that it runs on.
//!
//! A kernel is a plain loop. [`kernel!`](crate::kernel) compiles it twice on x86-64, once for every such
//! processor and once for x86-64-v3 (AVX2, BMI), and the choice is made by the processor at run time. Both give
//! the same results: there is no fused multiply-add among the features, and floats keep their order.

use std::sync::atomic::{AtomicU8, Ordering};

/// Which instructions the kernels use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// What every processor of the target has.
    Portable,
    /// x86-64-v3: AVX2 and the bit manipulation instructions.
    V3,
}

const UNKNOWN: u8 = 0;
const PORTABLE: u8 = 1;
const V3: u8 = 2;

static LEVEL: AtomicU8 = AtomicU8::new(UNKNOWN);

/// The level in use: found at the first call, or what [`restrict`] asked for.
#[inline]
pub fn level() -> Level {
    match LEVEL.load(Ordering::Relaxed) {
        PORTABLE => Level::Portable,
        V3 => Level::V3,
        _ => detect(),
    }
}

#[cold]
fn detect() -> Level {
    let found = if has_v3() { Level::V3 } else { Level::Portable };
    LEVEL.store(if found == Level::V3 { V3 } else { PORTABLE }, Ordering::Relaxed);
    found
}

/// Makes the kernels portable, or lets them be the best again. For tests and benchmarks: results never differ.
pub fn restrict(to: Level) {
    LEVEL.store(if to == Level::V3 && has_v3() { V3 } else { PORTABLE }, Ordering::Relaxed);
}

#[cfg(target_arch = "x86_64")]
fn has_v3() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_v3() -> bool {
    false
}

/// Defines a function whose body is compiled for the baseline and for x86-64-v3; see [`cpu`](crate::cpu).
#[macro_export]
macro_rules! kernel {
    ($(#[$meta:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $ret:ty)? $body:block) => {
        $(#[$meta])*
        $vis fn $name($($arg: $type),*) $(-> $ret)? {
            #[inline(always)]
            fn body($($arg: $type),*) $(-> $ret)? $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn v3($($arg: $type),*) $(-> $ret)? {
                    body($($arg),*)
                }
                if $crate::cpu::level() == $crate::cpu::Level::V3 {
                    // SAFETY: the level is V3 only after the processor was asked for each of these features.
                    #[expect(unsafe_code, reason = "entering a function that needs processor features")]
                    return unsafe { v3($($arg),*) };
                }
            }
            body($($arg),*)
        }
    };
}
