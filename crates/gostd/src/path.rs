//! Paths as Go's `path/filepath` reads them.

/// Whether a path leads above its start after `.` and `..` are resolved. A leading `/` is ignored.
#[must_use]
pub fn leaves_root(path: &str) -> bool {
    let mut depth = 0_usize;
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => match depth.checked_sub(1) {
                Some(above) => depth = above,
                None => return true,
            },
            _ => depth = depth.saturating_add(1),
        }
    }
    false
}

/// `filepath.IsLocal`, except that the empty path is local.
#[must_use]
pub fn is_local(path: &str) -> bool {
    !path.starts_with('/') && !leaves_root(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_below_and_above_the_root() {
        for (path, leaves) in [("", false), ("a/../b", false), ("./a//..", false), ("a/../..", true), ("../a", true)] {
            assert_eq!((leaves_root(path), is_local(path)), (leaves, !leaves), "{path}");
        }
        assert!(!leaves_root("/a") && !is_local("/a") && leaves_root("/.."));
    }
}
