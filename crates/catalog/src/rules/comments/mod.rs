//! Rules about olmkit's own annotations: suppression comments and assertions.

pub mod assertion_failed;
pub mod assertion_shape;
pub mod ignore_comment;
pub mod ignore_unused;
