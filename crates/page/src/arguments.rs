//! What functions of the host take: one of a few names.

use olmkit_api::names;

names! {
    /// What a file with unsaved changes becomes after it was changed on disk too.
    #[cfg_attr(test, derive(tsify::Tsify))]
    pub enum Take {
        /// Both sets of changes.
        Merge = "merge",
        /// The version on disk. The file is closed if it was deleted there.
        Disk = "disk",
    }
}

names! {
    /// The format of a graph as a download.
    #[cfg_attr(test, derive(tsify::Tsify))]
    pub enum GraphFormat {
        Svg = "svg",
        Png = "png",
        Mermaid = "mermaid",
        Dot = "dot",
    }
}

names! {
    /// A download of the catalog.
    #[cfg_attr(test, derive(tsify::Tsify))]
    pub enum CatalogExport {
        Yaml = "yaml",
        Json = "json",
        Jsonl = "jsonl",
        /// One file for each package.
        Packages = "packages",
        /// The files as they are.
        Files = "files",
    }
}

names! {
    /// The format of a report as a download.
    #[cfg_attr(test, derive(tsify::Tsify))]
    pub enum ReportExport {
        Html = "html",
        Markdown = "markdown",
        Sarif = "sarif",
        Json = "json",
    }
}

names! {
    /// What a search looks for in the documents of bundles.
    #[cfg_attr(test, derive(tsify::Tsify))]
    pub enum BundleContents {
        /// An image that contains the text.
        Image = "image",
        /// A property whose type starts with the text.
        Property = "property",
    }
}

names! {
    /// What files require before they are opened, by their paths.
    #[cfg_attr(test, derive(tsify::Tsify))]
    pub enum Preparation {
        /// They are unpacked as an image.
        Image = "image",
        /// They are searched for bundles and several catalogs.
        Search = "search",
    }
}

names! {
    /// A command on the name at the cursor of the text.
    #[cfg_attr(test, derive(tsify::Tsify))]
    pub enum CursorCommand {
        Definition = "definition",
        References = "references",
        Rename = "rename",
    }
}
