//! Whether work grows with its input, and not with the square of it.

/// How much larger the second input is.
const TIMES: u32 = 8;
/// What eight times the input may cost more than eight times the work; the square costs eight times as much.
const MOST: f64 = 2.5;
/// Other programs can only make a measurement larger: the least of some counts.
const TRIES: usize = 5;

/// Fails if the CPU time of `work` grows with the square of `size`. What `prepare` makes is not counted.
pub fn grows_linearly<T>(size: usize, prepare: impl Fn(usize) -> T, work: impl Fn(&T)) {
    let (small, large) = (prepare(size), prepare(size * TIMES as usize));
    let mut least = f64::INFINITY;
    for _ in 0..TRIES {
        let expected = cpu_time(|| (0..TIMES).for_each(|_| work(&small)));
        least = least.min(cpu_time(|| work(&large)) / expected);
        if least <= MOST {
            return;
        }
    }
    panic!("{TIMES} times the input costs {least:.1} times as much as the work {TIMES} times");
}

/// The CPU time of this thread, in seconds.
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

/// Without such a clock the work is done and not measured.
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
