//! One document of a file.

use olmkit_text::{TextRange, TextSize};

use crate::format::Format;
use crate::node::NodeRef;
use crate::tree::Tree;

/// A document of a file. Positions inside it are relative to [`Document::offset`].
#[derive(Debug, Clone)]
pub struct Document<'s> {
    /// The start of the document in the file, in bytes.
    pub offset: TextSize,
    /// The document's bytes; for YAML the chunk between two separators.
    pub text: &'s [u8],
    /// The format.
    pub format: Format,
    /// The nodes. If there is an error: the nodes before it.
    pub tree: Tree,
    /// The reason why operator-registry cannot read the document.
    pub error: Option<SyntaxError>,
    /// The bytes, relative to the document, that operator-registry silently drops.
    pub dropped: Option<TextRange>,
    /// Whether the document may contain comments. `false` is a guarantee.
    pub has_comments: bool,
}

/// Declares the rules of the readers, and lists them in `SyntaxRule::ALL`.
macro_rules! syntax_rules {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// The rule by which a document cannot be read.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum SyntaxRule {
            $($(#[$doc])* $name,)+
            /// The caller of [`crate::Reader::fall_back`] rejects the document by the rule with this id.
            OfCaller(&'static str),
        }

        impl SyntaxRule {
            /// The rules of the readers.
            pub const ALL: &[SyntaxRule] = &[$(SyntaxRule::$name),+];
        }
    };
}

syntax_rules! {
    /// JSON is nested too deeply.
    JsonDepth,
    /// What follows two JSON objects is not JSON.
    JsonLocked,
    /// A number is larger than any float64.
    JsonNumberOverflow,
    /// JSON is malformed.
    JsonSyntax,
    /// What follows a JSON object is neither JSON nor a YAML document.
    JsonTrailingGarbage,
    /// Aliases expand to too many nodes.
    YamlAliasBomb,
    /// An anchor or an alias is invalid.
    YamlAnchors,
    /// The text has a control character.
    YamlControlChars,
    /// YAML is nested too deeply.
    YamlDepth,
    /// YAML is nested too deeply to be decoded after it was converted to JSON.
    YamlDepthAsJson,
    /// A directive is invalid.
    YamlDirectives,
    /// An escape in double quotes is invalid.
    YamlEscapes,
    /// A plain value begins with an indicator.
    YamlIndicators,
    /// The text is not UTF-8.
    YamlInvalidUtf8,
    /// A key cannot be a key of JSON.
    YamlKeys,
    /// The value of a merge key is not a mapping.
    YamlMerge,
    /// Text follows a separator on its line.
    YamlSeparatorText,
    /// A key is longer than 1024 characters.
    YamlSimpleKey1024,
    /// YAML is malformed.
    YamlSyntax,
    /// A tab is used for indentation.
    YamlTabs,
    /// The text is UTF-16.
    YamlUtf16,
    /// A number is infinite or not a number.
    Yaml11InfNan,
    /// A tag is invalid.
    Yaml11Tags,
}

impl SyntaxRule {
    /// Whether opm fails when it converts YAML to JSON, and not when it splits a file or decodes JSON.
    fn fails_in_conversion(self) -> bool {
        !matches!(
            self,
            SyntaxRule::JsonDepth
                | SyntaxRule::JsonLocked
                | SyntaxRule::JsonNumberOverflow
                | SyntaxRule::JsonSyntax
                | SyntaxRule::JsonTrailingGarbage
                | SyntaxRule::YamlDepthAsJson
                | SyntaxRule::YamlSeparatorText
                | SyntaxRule::OfCaller(_)
        )
    }
}

/// The reason why a document cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The rule that rejects it.
    pub rule: SyntaxRule,
    /// The message for the user.
    pub message: String,
    /// operator-registry's message, without the prefixes of its callers: see [`SyntaxError::decoding`].
    pub upstream: String,
    /// The range, relative to the document.
    pub range: TextRange,
}

impl SyntaxError {
    /// opm's message for a document that it decodes, with the step at which YAML fails.
    #[must_use]
    pub fn decoding(&self) -> String {
        let step = if self.rule.fails_in_conversion() { "error converting YAML to JSON: " } else { "" };
        format!("{step}{}", self.upstream)
    }
}

impl<'s> Document<'s> {
    /// The root node; `None` if no node could be read.
    #[must_use]
    pub fn root(&self) -> Option<NodeRef<'_>> {
        let root = NodeRef::root(self.text, &self.tree, self.format);
        (!self.tree.nodes.is_empty()).then_some(root)
    }
}
