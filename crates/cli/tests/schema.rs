//! The published schema matches the Rust types. `OLMKIT_WRITE=1` writes it.

#[test]
fn the_published_schema_is_current() -> Result<(), Box<dyn std::error::Error>> {
    let schema = schemars::schema_for!(olmkit_workspace::api::Report);
    let current = serde_json::to_string_pretty(&schema)? + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/schema/report.v1.json");
    if std::env::var_os("OLMKIT_WRITE").is_some() {
        std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/schema"))?;
        std::fs::write(path, &current)?;
    }
    let published = std::fs::read_to_string(path)?;
    assert!(published == current, "run with OLMKIT_WRITE=1 and look at the difference: it must stay compatible");
    Ok(())
}
