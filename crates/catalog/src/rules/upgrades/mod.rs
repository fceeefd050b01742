//! Rules about upgrade paths: what opm, OLM v0 and OLM v1 make of a channel.

pub mod channel_multiple_heads;
pub mod channel_no_head;
pub mod channel_replaces_cycle;
pub mod channel_stranded;
pub mod channel_switch;
pub mod head_not_newest;
pub mod skiprange_prunes;
pub mod stranded_v0;
pub mod stranded_v1;
pub mod v0_dead_edge;
pub mod v0_downgrade_loop;
pub mod v0_order;
pub mod v1_tie;
pub mod versions_removed;
