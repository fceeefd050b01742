//! Rules about comments that speak to olmkit: suppressions and assertions.

pub mod assertion_failed;
pub mod assertion_shape;
pub mod ignore_comment;
pub mod ignore_unused;
