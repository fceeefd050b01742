//! The messages of errors, as opm prints them where opm has such a message.

use std::error::Error;

use olmkit_gostd::go_quote;
use olmkit_k8s::image::pullable;
use olmkit_registry::{CommandOption, Help};

use super::error::OpmError;
use super::shape::GLOBAL;
use crate::host::{Host, HostError};
use crate::image::NameError;
use crate::load_error::{LoadError, not_a_catalog};
use crate::named_command::{NamedCommand, NeedsCatalog};
use crate::rejected_template::RejectedTemplate;

/// A message as opm prints it, with advice.
struct Message {
    message: String,
    help: Option<String>,
}

impl Message {
    fn new(message: impl Into<String>, help: Option<String>) -> Self {
        Message { message: message.into(), help }
    }

    /// An error of a reference that is rendered.
    fn of(reference: &str, reason: impl std::fmt::Display, help: Option<String>) -> Self {
        Message::new(format!("render reference {}: {reason}", go_quote(reference)), help)
    }

    /// An error of a reference that is pulled.
    fn pulling(reference: &str, reason: impl std::fmt::Display, help: Option<String>) -> Self {
        Message::of(reference, format!("failed to pull image {}: {reason}", go_quote(reference)), help)
    }

    fn text(self, helps: bool) -> String {
        match self.help.filter(|_| helps) {
            Some(help) => format!("{}\n{help}", self.message),
            None => self.message,
        }
    }
}

/// An error as opm prints it. On a terminal, with advice.
pub(crate) fn problem(error: &(dyn Error + 'static), host: &dyn Host) -> String {
    crate::titled("Error", &text_of(error, host.is_error_terminal()))
}

/// The text of an error, as opm prints it where opm has such a message. `helps`: whether to add advice.
fn text_of(error: &(dyn Error + 'static), helps: bool) -> String {
    let mut all = messages(error);
    // opm stops at the first error.
    all.truncate(if helps { usize::MAX } else { 1 });
    all.into_iter().map(|message| message.text(helps)).collect::<Vec<_>>().join("\n")
}

fn messages(error: &(dyn Error + 'static)) -> Vec<Message> {
    if let Some(OpmError::Name(error)) = error.downcast_ref() {
        return vec![of_name(error)];
    }
    if let Some(OpmError::Load(error)) = error.downcast_ref() {
        return of_load(error);
    }
    if let Some(error) = error.downcast_ref() {
        return of_load(error);
    }
    if let Some(error) = error.downcast_ref() {
        return vec![of_name(error)];
    }
    if let Some(error) = error.downcast_ref::<NeedsCatalog>() {
        return vec![Message::new(error.for_opm(), None)];
    }
    if let Some(RejectedTemplate { upstream, .. }) = error.downcast_ref() {
        return vec![Message::new(upstream.to_string(), None)];
    }
    match error.downcast_ref() {
        Some(error) => of_host(error),
        None => vec![Message::new(error.to_string(), None)],
    }
}

fn of_load(error: &LoadError) -> Vec<Message> {
    match error {
        LoadError::Host(error) => of_host(error),
        LoadError::Name(error) => vec![of_name(error)],
        LoadError::Image { path, source } => vec![Message::of(path, source, None)],
        LoadError::NotACatalog(path) => {
            vec![Message::new(not_a_catalog(path, NamedCommand::BundleValidate.of_opm()), None)]
        }
        _ => vec![Message::new(error.to_string(), None)],
    }
}

fn of_host(error: &HostError) -> Vec<Message> {
    match error {
        HostError::Pull { reference, source } => {
            vec![Message::pulling(reference, source, advice(source.help.as_ref()))]
        }
        HostError::Registry(error) => vec![Message::new(error.to_string(), advice(error.help.as_ref()))],
        HostError::Several(all) => all.iter().flat_map(of_host).collect(),
        _ => vec![Message::new(error.to_string(), None)],
    }
}

/// opm takes everything that is not an existing path for an image.
fn of_name(error: &NameError) -> Message {
    match error {
        NameError::Reference { text, source } => Message::pulling(text, source, Some(source.help().to_owned())),
        NameError::Neither { missing, source } => {
            let help = format!("{missing}. If you mean an image: {}", source.help());
            Message::pulling(missing.path(), source, Some(help))
        }
        NameError::Missing(missing) => match pullable(missing.path()) {
            Ok(_) => Message::new(missing.to_string(), None),
            Err(source) => Message::pulling(missing.path(), source, Some(missing.to_string())),
        },
    }
}

/// The help without the sentences that name an option that opm's command line does not have.
fn advice(help: Option<&Help>) -> Option<String> {
    let has = |option: CommandOption| GLOBAL.iter().any(|flag| flag.long == option.name());
    help?.with_options(has).map(|help| help.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_commands_of_opm() {
        let error = LoadError::NotACatalog("quay.io/x/b".to_owned());
        assert_eq!(
            text_of(&error, false),
            "quay.io/x/b: this is a bundle image; a catalog is needed. To check the bundle, use `opm alpha bundle \
             validate --tag quay.io/x/b`."
        );
        for (command, own, of_opm) in [
            (NamedCommand::List, "olmkit list", "opm alpha list"),
            (NamedCommand::Migrate, "olmkit migrate", "opm migrate"),
        ] {
            let error = NeedsCatalog { path: "b".to_owned(), command };
            assert_eq!(error.to_string(), format!("b is a bundle; `{own}` needs a catalog"));
            assert_eq!(text_of(&error, false), format!("b is a bundle; `{of_opm}` needs a catalog"));
        }
    }

    #[test]
    fn opm_knows_one_of_the_options() {
        let known = [CommandOption::CaFile, CommandOption::CacheDir, CommandOption::Platform, CommandOption::UseHttp];
        let known = known.map(|option| GLOBAL.iter().any(|flag| flag.long == option.name()));
        assert_eq!(known, [false, false, false, true]);
        assert_eq!(
            advice(Some(&"Log in with `podman login h`.".into())).as_deref(),
            Some("Log in with `podman login h`.")
        );
        assert_eq!(advice(None), None);
        let naming = |option| advice(Some(&Help::naming(option, "Use the option.")));
        assert_eq!(naming(CommandOption::CaFile), None);
        assert_eq!(naming(CommandOption::UseHttp).as_deref(), Some("Use the option."));
    }
}
