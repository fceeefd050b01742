//! Whether the output has colors.

use clap::ValueEnum;

/// When to use colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}
