//! File-based catalogs: loading, model, rules, upgrade graph, edits as intentions.
