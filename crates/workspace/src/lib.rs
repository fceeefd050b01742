//! Many files, incremental checking, edits and queries: the one interface all hosts use.
