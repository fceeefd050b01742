//! Enums whose variants have names.

/// Defines an enum whose variants have the given names in JSON, in options, and in messages.
#[macro_export]
macro_rules! names {
    ($(#[$meta:meta])* pub enum $Enum:ident { $($(#[$doc:meta])* $Variant:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $Enum {
            $($(#[$doc])* #[serde(rename = $name)] $Variant,)+
        }

        impl $Enum {
            /// All values, in the order of the definition.
            pub const ALL: [$Enum; [$($name),+].len()] = [$($Enum::$Variant),+];

            /// The name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($Enum::$Variant => $name,)+
                }
            }

            /// Returns the value with the given name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$Enum> {
                Self::ALL.into_iter().find(|value| value.name() == name)
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// Defines such an enum with a TypeScript type and a JSON schema.
macro_rules! named {
    ($(#[$meta:meta])* pub enum $Enum:ident { $($(#[$doc:meta])* $Variant:ident = $name:literal,)+ }) => {
        $crate::names! {
            $(#[$meta])*
            #[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            pub enum $Enum {
                $($(#[$doc])* $Variant = $name,)+
            }
        }
    };
}

pub(crate) use named;
