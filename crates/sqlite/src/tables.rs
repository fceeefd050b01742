//! Reads the rows of a database. The database is not trusted: only plain tables are read, and the amount of content is
//! limited by the size of the file.

use std::collections::BTreeSet;

use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, MAIN_DB};

/// The latest schema version that opm supports.
const LAST: i64 = 13;
/// Minimum of the limits on content, in bytes, however small the database is.
const SMALL: usize = 1 << 16;

/// Why the tables cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// sqlite cannot read the database.
    #[error("the database cannot be read: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The database is truncated.
    #[error("the database is truncated: it has {found} of {expected} bytes")]
    Truncated {
        /// The size in bytes.
        found: usize,
        /// The size according to the header, in bytes.
        expected: usize,
    },
    /// A table of an index is missing.
    #[error("the database is not an index database: it has no table `{0}`")]
    Missing(&'static str),
    /// The object with the name of a table is not a plain table.
    #[error("`{0}` is not a plain table; the database of an index has no views, virtual tables or computed columns")]
    NotPlain(&'static str),
    /// The schema version is newer than the supported ones.
    #[error("the database has schema version {0}; versions up to {LAST} are supported")]
    Newer(i64),
    /// The tables have more content than the size of the file allows.
    #[error("the database is damaged: its tables have more content than its size can hold")]
    Larger,
}

/// A bundle: a row of `operatorbundle`.
#[derive(Debug, Clone, Default)]
pub(crate) struct BundleRow {
    pub(crate) name: Option<String>,
    pub(crate) csv: Option<String>,
    pub(crate) objects: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) skip_range: Option<String>,
    pub(crate) version: Option<String>,
}

/// A row of `channel`.
#[derive(Debug, Clone, Default)]
pub(crate) struct ChannelRow {
    pub(crate) name: Option<String>,
    pub(crate) package: Option<String>,
    pub(crate) head: Option<String>,
}

/// A row of `channel_entry`.
#[derive(Debug, Clone, Default)]
pub(crate) struct EntryRow {
    pub(crate) id: i64,
    pub(crate) channel: Option<String>,
    pub(crate) package: Option<String>,
    pub(crate) bundle: Option<String>,
    pub(crate) replaces: Option<i64>,
    pub(crate) depth: Option<i64>,
}

/// A row of `properties` or `dependencies`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PropertyRow {
    pub(crate) kind: String,
    pub(crate) value: String,
    pub(crate) bundle: String,
}

/// An API that a bundle provides or requires. In older schemas, it belongs to a channel entry.
#[derive(Debug, Clone, Default)]
pub(crate) struct ApiRow {
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) kind: String,
    pub(crate) bundle: Option<String>,
    pub(crate) entry: Option<i64>,
}

/// The rows that the conversion needs.
#[derive(Debug, Default)]
pub(crate) struct Database {
    pub(crate) schema: i64,
    /// Name and default channel.
    pub(crate) packages: Vec<(Option<String>, Option<String>)>,
    pub(crate) channels: Vec<ChannelRow>,
    pub(crate) entries: Vec<EntryRow>,
    pub(crate) bundles: Vec<BundleRow>,
    /// Image and bundle.
    pub(crate) related_images: Vec<(Option<String>, Option<String>)>,
    pub(crate) properties: Vec<PropertyRow>,
    pub(crate) dependencies: Vec<PropertyRow>,
    pub(crate) provided: Vec<ApiRow>,
    pub(crate) required: Vec<ApiRow>,
}

pub(crate) fn read(content: &[u8]) -> Result<Database, TableError> {
    let mut reader = Reader::open(content)?;
    let schema = reader.schema()?;
    if schema > LAST {
        return Err(TableError::Newer(schema));
    }
    let mut database = Database { schema, ..Database::default() };
    reader.each("package", &["name", "default_channel"], |row| {
        database.packages.push((row.text(0), row.text(1)));
    })?;
    reader.each("channel", &["name", "package_name", "head_operatorbundle_name"], |row| {
        database.channels.push(ChannelRow { name: row.text(0), package: row.text(1), head: row.text(2) });
    })?;
    let columns = ["entry_id", "channel_name", "package_name", "operatorbundle_name", "replaces", "depth"];
    reader.each("channel_entry", &columns, |row| {
        database.entries.push(EntryRow {
            id: row.number(0).unwrap_or_default(),
            channel: row.text(1),
            package: row.text(2),
            bundle: row.text(3),
            replaces: row.number(4),
            depth: row.number(5),
        });
    })?;
    let since = |version: i64, column: &'static str| if schema >= version { column } else { "NULL" };
    let columns = ["name", "csv", "bundle", since(2, "bundlepath"), since(5, "skiprange"), since(5, "version")];
    reader.each("operatorbundle", &columns, |row| {
        database.bundles.push(BundleRow {
            name: row.text(0),
            csv: row.text(1),
            objects: row.text(2),
            image: row.text(3),
            skip_range: row.text(4),
            version: row.text(5),
        });
    })?;
    read_properties(&mut reader, &mut database)?;
    read_apis(&mut reader, &mut database)?;
    Ok(database)
}

/// Reads images, properties and dependencies from the tables that the schema has.
fn read_properties(reader: &mut Reader, database: &mut Database) -> Result<(), TableError> {
    if database.schema >= 1 {
        reader.each("related_image", &["image", "operatorbundle_name"], |row| {
            database.related_images.push((row.text(0), row.text(1)));
        })?;
    }
    for (table, first, rows) in
        [("properties", 9, &mut database.properties), ("dependencies", 8, &mut database.dependencies)]
    {
        if database.schema >= first {
            reader.each(table, &["type", "value", "operatorbundle_name"], |row| {
                let text = |column| row.text(column).unwrap_or_default();
                rows.push(PropertyRow { kind: text(0), value: text(1), bundle: text(2) });
            })?;
        }
    }
    Ok(())
}

/// Reads provided and required APIs. Newer schemas store them in `properties` and `dependencies`.
fn read_apis(reader: &mut Reader, database: &mut Database) -> Result<(), TableError> {
    let (of_bundle, of_entry) =
        if database.schema >= 6 { ("operatorbundle_name", "NULL") } else { ("NULL", "channel_entry_id") };
    for (table, from, to, rows) in
        [("api_provider", 0, 9, &mut database.provided), ("api_requirer", 3, 8, &mut database.required)]
    {
        if (from..to).contains(&database.schema) {
            reader.each(table, &["group_name", "version", "kind", of_bundle, of_entry], |row| {
                let text = |column| row.text(column).unwrap_or_default();
                let (bundle, entry) = (row.text(3), row.number(4));
                rows.push(ApiRow { group: text(0), version: text(1), kind: text(2), bundle, entry });
            })?;
        }
    }
    Ok(())
}

/// Reads tables within a budget.
struct Reader {
    connection: Connection,
    tables: BTreeSet<String>,
    /// Remaining budget, in bytes of text plus number of rows.
    budget: usize,
}

struct Row<'r, 's> {
    row: &'r rusqlite::Row<'s>,
}

impl Row<'_, '_> {
    /// A value as text. `None` only for NULL.
    fn text(&self, column: usize) -> Option<String> {
        match self.row.get_ref(column).ok()? {
            ValueRef::Null => None,
            ValueRef::Integer(number) => Some(number.to_string()),
            ValueRef::Real(number) => Some(number.to_string()),
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        }
    }

    fn number(&self, column: usize) -> Option<i64> {
        match self.row.get_ref(column).ok()? {
            ValueRef::Integer(number) => Some(number),
            ValueRef::Text(bytes) => std::str::from_utf8(bytes).ok()?.parse().ok(),
            _ => None,
        }
    }

    /// The cost of the row: the bytes of its texts, plus one.
    fn size(&self, columns: usize) -> usize {
        let size = |column| match self.row.get_ref(column) {
            Ok(ValueRef::Text(bytes) | ValueRef::Blob(bytes)) => bytes.len(),
            _ => 0,
        };
        (0..columns).map(size).fold(1, usize::saturating_add)
    }
}

/// The size according to the header of the database. 0 if the header does not contain it.
fn expected_size(content: &[u8]) -> usize {
    let number = |at: std::ops::Range<usize>| {
        let bytes = content.get(at).unwrap_or_default();
        bytes.iter().fold(0_usize, |number, byte| number.saturating_mul(256).saturating_add(usize::from(*byte)))
    };
    // A page size of 65,536 is stored as 1. The number of pages is valid only if the file was last changed together
    // with it.
    let page = if number(16..18) == 1 { 1 << 16 } else { number(16..18) };
    if number(24..28) == number(92..96) { page.saturating_mul(number(28..32)) } else { 0 }
}

impl Reader {
    fn open(content: &[u8]) -> Result<Reader, TableError> {
        let expected = expected_size(content);
        if expected > content.len() {
            return Err(TableError::Truncated { found: content.len(), expected });
        }
        let mut content = content.to_vec();
        // A database in write-ahead mode cannot be opened in memory. The contents of its log are not in the file
        // anyway.
        for at in [18, 19] {
            if let Some(mode) = content.get_mut(at).filter(|mode| **mode == 2) {
                *mode = 1;
            }
        }
        let size = content.len();
        let mut connection = Connection::open_in_memory()?;
        let longest = i32::try_from(size.max(SMALL)).unwrap_or(i32::MAX);
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, longest)?;
        connection.deserialize_read_exact(MAIN_DB, content.as_slice(), size, true)?;
        // Do not call functions in the schema (defaults, checks, indexes).
        connection.pragma_update(None, "trusted_schema", false)?;
        connection.pragma_update(None, "query_only", true)?;
        let mut reader = Reader { connection, tables: BTreeSet::new(), budget: size.saturating_mul(2).max(SMALL) };
        reader.tables = reader.plain_tables()?;
        Ok(reader)
    }

    fn plain_tables(&mut self) -> Result<BTreeSet<String>, TableError> {
        let mut found = BTreeSet::new();
        self.query("SELECT name, sql FROM sqlite_schema WHERE type = 'table'", 2, |row| {
            let sql = row.text(1).unwrap_or_default().to_ascii_uppercase();
            let words: Vec<&str> = sql.split_whitespace().take(3).collect();
            if words.get(1) != Some(&"VIRTUAL") {
                found.extend(row.text(0));
            }
        })?;
        Ok(found)
    }

    /// Returns the schema version, or -1 if the database has none.
    fn schema(&mut self) -> Result<i64, TableError> {
        if !self.tables.contains("schema_migrations") {
            return Ok(-1);
        }
        let mut version = None;
        self.each("schema_migrations", &["version"], |row| version = version.or(row.number(0)))?;
        Ok(version.unwrap_or(-1))
    }

    /// Reads every row of a table in row order.
    fn each(&mut self, table: &'static str, columns: &[&str], run: impl FnMut(&Row<'_, '_>)) -> Result<(), TableError> {
        if !self.tables.contains(table) {
            return Err(if self.is_known(table)? { TableError::NotPlain(table) } else { TableError::Missing(table) });
        }
        let mut computed = false;
        let sql = format!("SELECT hidden FROM pragma_table_xinfo('{table}')");
        self.query(&sql, 1, |row| computed |= row.number(0) != Some(0))?;
        if computed {
            return Err(TableError::NotPlain(table));
        }
        let sql = format!("SELECT {} FROM main.{table} NOT INDEXED", columns.join(", "));
        self.query(&sql, columns.len(), run)
    }

    /// Whether the schema contains an object with this name.
    fn is_known(&mut self, name: &str) -> Result<bool, TableError> {
        let mut known = false;
        self.query("SELECT name FROM sqlite_schema", 1, |row| known |= row.text(0).as_deref() == Some(name))?;
        Ok(known)
    }

    fn query(&mut self, sql: &str, columns: usize, mut run: impl FnMut(&Row<'_, '_>)) -> Result<(), TableError> {
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let row = Row { row };
            self.budget = self.budget.checked_sub(row.size(columns)).ok_or(TableError::Larger)?;
            run(&row);
        }
        Ok(())
    }
}
