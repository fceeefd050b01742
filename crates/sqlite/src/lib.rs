//! Catalogs in the sqlite databases of older index images, read into file-based catalogs. Native only.
