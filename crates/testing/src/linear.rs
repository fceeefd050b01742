//! Checks that work grows linearly with the input, not quadratically.

/// The size of the large input, as a multiple of the small one.
const TIMES: u32 = 8;
/// The maximum cost of one large input, relative to processing the small input `TIMES` times. A large input does not fit
/// into the caches of the processor; on a loaded machine, that alone can triple its cost. Quadratic work would cost
/// `TIMES` times as much.
const MAX: f64 = 4.0;
/// The number of measurements, of which the smallest counts. Other programs can only make a measurement larger.
const TRIES: usize = 5;

/// Fails if the CPU time of `work` grows quadratically with `size`. The time of `prepare` is not measured.
pub fn grows_linearly<T>(size: usize, prepare: impl Fn(usize) -> T, work: impl Fn(&T)) {
    let (small, large) = (prepare(size), prepare(size * TIMES as usize));
    let mut least = f64::INFINITY;
    for _ in 0..TRIES {
        let expected = cpu_time(|| (0..TIMES).for_each(|_| work(&small)));
        least = least.min(cpu_time(|| work(&large)) / expected);
        if least <= MAX {
            return;
        }
    }
    panic!("{TIMES} times the input costs {least:.1} times as much as the work {TIMES} times");
}

/// The CPU time that `work` takes in this thread, in seconds.
#[cfg(unix)]
fn cpu_time(work: impl FnOnce()) -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    };
    let start = now();
    work();
    (now() - start).max(1e-9)
}

/// Runs the work without measuring it, because there is no such clock.
#[cfg(not(unix))]
fn cpu_time(work: impl FnOnce()) -> f64 {
    work();
    1.0
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::grows_linearly;

    fn count(times: usize) {
        (0..times).for_each(|number| assert!(black_box(number) < times));
    }

    #[test]
    fn linear_work_passes() {
        grows_linearly(100_000, |size| size, |size| count(*size));
    }

    #[cfg(unix)]
    #[test]
    #[should_panic(expected = "8 times the input costs")]
    fn quadratic_work_fails() {
        grows_linearly(300, |size| size, |size| count(size * size));
    }
}
