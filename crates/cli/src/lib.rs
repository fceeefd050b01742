//! The olmkit command line: arguments, reporters, exit codes.
