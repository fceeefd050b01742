//! The arguments of `dependencies` and `resolve`.

use olmkit_resolver::v1::{Extension, LabelExpression, LabelSelector, UpgradeConstraintPolicy};
use olmkit_resolver::{Request, Subscription};
use olmkit_upgrade::Semantics;

use super::checks::{Baselining, Failing, Reporting, Rules};
use super::values::ValueError;
use super::{Args, values};
use crate::format::Format;
use crate::pulling::Pulling;

/// Paths of catalogs, priorities and labels by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Catalogs {
    pub(crate) paths: Vec<String>,
    pub(crate) priorities: Vec<(String, i64)>,
    pub(crate) labels: Vec<(String, String, String)>,
}

/// What `resolve` is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Query {
    /// OLM v0.
    V0(Request),
    /// OLM v1.
    V1(Extension),
}

/// Check what bundles require, and show which bundles satisfy it
///
/// Providers are shown in OLM's order of preference. Exits with 1 when a
/// bundle cannot be installed.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct DependenciesArgs {
    /// Catalogs: directories, files, archives, images or - (standard input)
    #[arg(required = true, value_name = "CATALOG")]
    paths: Vec<String>,
    /// List this package only
    #[arg(short, long, value_name = "NAME")]
    pub(crate) package: Option<String>,
    /// Report missing requirements as warnings, because clusters have other catalogs too
    #[arg(long)]
    pub(crate) partial: bool,
    /// The priority of a catalog [default: 0]; its name is the last part of its
    /// path
    #[arg(long = "priority", value_name = "CATALOG=N", value_parser = priority)]
    priorities: Vec<(String, i64)>,
    /// The profile
    #[arg(long, value_parser = ["default", "strict"])]
    profile: Option<String>,
    #[command(flatten)]
    rules: Rules,
    #[command(flatten)]
    reporting: Reporting,
    #[command(flatten)]
    failing: Failing,
    #[command(flatten)]
    baselining: Baselining,
    #[command(flatten)]
    pulling: Pulling,
}

impl DependenciesArgs {
    pub(super) fn share(self, args: &mut Args) {
        args.options.profile = self.profile;
        self.rules.share(args);
        self.reporting.share(args);
        self.failing.share(args);
        self.baselining.share(args);
        args.pulling = self.pulling;
    }

    pub(crate) fn catalogs(&self) -> Catalogs {
        Catalogs { paths: self.paths.clone(), priorities: self.priorities.clone(), labels: Vec::new() }
    }
}

/// Show what OLM would install, or why it installs nothing
///
/// Exits with 1 when nothing can be installed.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ResolveArgs {
    /// Catalogs: directories, files, archives, images or - (standard input)
    #[arg(required = true, value_name = "CATALOG")]
    paths: Vec<String>,
    /// The version of OLM whose resolver to use
    #[arg(long, alias = "semantics", value_name = "OLM", default_value = "v0", value_parser = values::semantics())]
    olm: Semantics,
    /// A subscription; may be given several times. OLM v1: the package of the
    /// ClusterExtension, and its channels (@stable,fast)
    #[arg(long, value_name = "PACKAGE[@CHANNEL]")]
    install: Vec<String>,
    /// OLM v0: the startingCSV of the --install before it
    #[arg(long, value_name = "NAME", requires = "install")]
    starting_csv: Vec<String>,
    /// A bundle that is installed
    ///
    /// It belongs to the subscription of its package. The version is for a
    /// bundle that no catalog has any more: skipRanges are checked against it.
    #[arg(long, value_name = "NAME[@VERSION]")]
    installed: Vec<String>,
    /// OLM v1: spec.source.catalog.version: '>=1.2, <2', '~1.2'
    #[arg(long, value_name = "RANGE")]
    version_range: Option<String>,
    /// OLM v1: upgradeConstraintPolicy [default: CatalogProvided]
    #[arg(long, value_parser = values::named(["CatalogProvided", "SelfCertified"], policy))]
    policy: Option<UpgradeConstraintPolicy>,
    /// OLM v1: only catalogs with these labels: KEY=VALUE,KEY!=VALUE,KEY,!KEY
    #[arg(long, value_name = "LABELS")]
    selector: Vec<String>,
    /// OLM v1: a label of a catalog
    #[arg(long = "label", value_name = "CATALOG=KEY=VALUE", value_parser = label)]
    labels: Vec<(String, String, String)>,
    /// The priority of a catalog [default: 0]; its name is the last part of its
    /// path
    #[arg(long = "priority", value_name = "CATALOG=N", value_parser = priority)]
    priorities: Vec<(String, i64)>,
    /// The output format
    #[arg(short, long, default_value = "pretty", value_parser = values::formats(&["pretty", "json"]))]
    pub(super) format: Format,
    /// Exit with 0 even if nothing can be installed
    #[arg(long)]
    pub(super) exit_zero: bool,
    /// For every `--starting-csv`, the number of `--install` options before it.
    #[arg(skip)]
    pub(super) starts: Vec<usize>,
    #[command(flatten)]
    pub(super) pulling: Pulling,
}

/// For every `--starting-csv`, the number of `--install` options before it.
pub(super) fn starts(matches: &clap::ArgMatches) -> Vec<usize> {
    let places = |name: &str| matches.indices_of(name).into_iter().flatten().collect::<Vec<usize>>();
    let installs = places("install");
    let before = |place: usize| installs.iter().filter(|install| **install < place).count();
    places("starting_csv").into_iter().map(before).collect()
}

/// Why the options of `resolve` do not make a query.
#[derive(Debug, thiserror::Error)]
pub(crate) enum QueryError {
    #[error("{option} is for OLM {other}: add --olm {other}")]
    OtherOlm { option: &'static str, other: &'static str },
    #[error("`olmkit resolve` needs --install PACKAGE[@CHANNEL]")]
    NoInstall,
    #[error("--install {0}: the package is missing; write PACKAGE[@CHANNEL]")]
    NoPackage(String),
    #[error("--starting-csv goes after --install")]
    StartingCsv,
    #[error("OLM v1 resolves one package at a time. Use one --install and at most one --installed")]
    SeveralPackages,
}

impl ResolveArgs {
    pub(crate) fn catalogs(&self) -> Catalogs {
        Catalogs { paths: self.paths.clone(), priorities: self.priorities.clone(), labels: self.labels.clone() }
    }

    /// What is asked of the resolver.
    pub(crate) fn query(&self) -> Result<Query, QueryError> {
        let is_v1 = self.olm == Semantics::V1;
        let of_v0 = [("--starting-csv", !self.starting_csv.is_empty())];
        let of_v1 = [
            ("--version-range", self.version_range.is_some()),
            ("--policy", self.policy.is_some()),
            ("--selector", !self.selector.is_empty()),
            ("--label", !self.labels.is_empty()),
        ];
        let (wrong, other) = if is_v1 { (&of_v0[..], "v0") } else { (&of_v1[..], "v1") };
        if let Some((option, _)) = wrong.iter().find(|(_, is_given)| *is_given) {
            return Err(QueryError::OtherOlm { option, other });
        }
        if self.install.is_empty() && (is_v1 || self.installed.is_empty()) {
            return Err(QueryError::NoInstall);
        }
        if let Some(value) = self.install.iter().find(|value| wanted(value).package.is_empty()) {
            return Err(QueryError::NoPackage(value.clone()));
        }
        if is_v1 { self.extension().map(Query::V1) } else { self.request().map(Query::V0) }
    }

    fn request(&self) -> Result<Request, QueryError> {
        let mut subscriptions: Vec<Subscription> = self.install.iter().map(|value| wanted(value)).collect();
        for (name, before) in self.starting_csv.iter().zip(&self.starts) {
            let subscription = before.checked_sub(1).and_then(|at| subscriptions.get_mut(at));
            subscription.ok_or(QueryError::StartingCsv)?.starting_csv = Some(name.clone());
        }
        Ok(Request { subscriptions, installed: self.installed.clone() })
    }

    fn extension(&self) -> Result<Extension, QueryError> {
        let ([one], [] | [_]) = (self.install.as_slice(), self.installed.as_slice()) else {
            return Err(QueryError::SeveralPackages);
        };
        let one = wanted(one);
        let channels = one.channel.iter().flat_map(|channels| channels.split(','));
        let mut selector = None;
        for labels in &self.selector {
            select(selector.get_or_insert_default(), labels);
        }
        Ok(Extension {
            package: one.package.clone(),
            version: self.version_range.clone(),
            channels: channels.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            upgrade_constraint_policy: self.policy.unwrap_or_default(),
            selector,
            installed: self.installed.first().cloned(),
        })
    }
}

fn policy(name: &str) -> Option<UpgradeConstraintPolicy> {
    match name {
        "CatalogProvided" => Some(UpgradeConstraintPolicy::CatalogProvided),
        "SelfCertified" => Some(UpgradeConstraintPolicy::SelfCertified),
        _ => None,
    }
}

/// `KEY=VALUE,KEY!=VALUE,KEY,!KEY`.
fn select(selector: &mut LabelSelector, text: &str) {
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let mut expression = |key: &str, operator: &str, values: Vec<String>| {
            let operator = operator.to_owned();
            selector.match_expressions.push(LabelExpression { key: key.to_owned(), operator, values });
        };
        if let Some((key, value)) = part.split_once("!=") {
            expression(key, "NotIn", vec![value.to_owned()]);
        } else if let Some((key, value)) = part.split_once('=') {
            expression(key, "In", vec![value.trim_start_matches('=').to_owned()]);
        } else if let Some(key) = part.strip_prefix('!') {
            expression(key, "DoesNotExist", Vec::new());
        } else {
            expression(part, "Exists", Vec::new());
        }
    }
}

fn priority(value: &str) -> Result<(String, i64), ValueError> {
    let pair = value.rsplit_once('=').and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)));
    pair.ok_or(ValueError::Form("CATALOG=NUMBER"))
}

/// The name of a catalog may have an equals sign in it, a label has none.
fn label(value: &str) -> Result<(String, String, String), ValueError> {
    let split = value.rsplit_once('=').and_then(|(rest, value)| Some((rest.rsplit_once('=')?, value)));
    let found = split.map(|((name, key), value)| (name.to_owned(), key.to_owned(), value.to_owned()));
    found.ok_or(ValueError::Form("CATALOG=KEY=VALUE"))
}

fn wanted(value: &str) -> Subscription {
    let (package, channel) = value.split_once('@').map_or((value, None), |(package, channel)| (package, Some(channel)));
    Subscription { package: package.to_owned(), channel: channel.map(str::to_owned), ..Subscription::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Command, parse};

    fn read(words: &str) -> Result<(Catalogs, Query), String> {
        let args = words.split_whitespace().map(Into::into).collect();
        match parse(args).map_err(|answer| format!("{answer:?}"))?.command {
            Command::Resolve(own) => Ok((own.catalogs(), own.query().map_err(|error| error.to_string())?)),
            Command::Dependencies(own) => Ok((own.catalogs(), Query::V0(Request::default()))),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn arguments_become_queries() {
        let wanted = |package: &str, channel: Option<&str>, starting: Option<&str>| Subscription {
            package: package.to_owned(),
            channel: channel.map(str::to_owned),
            starting_csv: starting.map(str::to_owned),
            ..Subscription::default()
        };
        let subscriptions = vec![wanted("foo", Some("stable"), Some("foo.v1")), wanted("bar", None, None)];
        let query = Query::V0(Request { subscriptions, installed: vec!["baz.v2".to_owned()] });
        let paths = vec!["a".to_owned(), "b".to_owned()];
        let catalogs = Catalogs { paths, priorities: vec![("a".to_owned(), -5)], labels: Vec::new() };
        let words =
            "resolve a --install foo@stable --starting-csv foo.v1 --install=bar b --installed baz.v2 --priority a=-5";
        assert_eq!(read(words), Ok((catalogs, query)));
    }

    #[test]
    fn arguments_become_queries_of_olm_v1() {
        let words = "resolve a --olm v1 --install foo@stable,fast --version-range >=1 --policy SelfCertified --installed foo.v1@1.0.0 \
                     --selector a=b,c!=d --selector e,!f --label a=tier=gold";
        let Ok((catalogs, Query::V1(found))) = read(words) else { panic!("{words}") };
        assert_eq!(catalogs.labels, [("a".to_owned(), "tier".to_owned(), "gold".to_owned())]);
        assert_eq!((found.package.as_str(), found.version.as_deref()), ("foo", Some(">=1")));
        assert_eq!(
            (found.channels.join(" "), found.installed.as_deref()),
            ("stable fast".to_owned(), Some("foo.v1@1.0.0"))
        );
        assert_eq!(found.upgrade_constraint_policy, UpgradeConstraintPolicy::SelfCertified);
        let describe = |of: &LabelExpression| format!("{} {} {}", of.key, of.operator, of.values.join(" "));
        let described: Vec<String> =
            found.selector.unwrap_or_default().match_expressions.iter().map(describe).collect();
        assert_eq!(described, ["a In b", "c NotIn d", "e Exists ", "f DoesNotExist "]);
    }

    #[test]
    fn wrong_arguments_are_refused() {
        for words in [
            "resolve ",
            "resolve a",
            "resolve a --starting-csv x --install y",
            "resolve a --install @stable",
            "resolve a --install=",
            "resolve a --olm v1 --install @stable",
            "resolve a --install x --partial",
            "resolve a --install x --olm v2",
            "resolve a --install x --policy SelfCertified",
            "resolve a --install x --label a=b=c",
            "resolve a --olm v1",
            "resolve a --olm v1 --installed x",
            "resolve a --olm v1 --install x --install y",
            "resolve a --olm v1 --install x --starting-csv y",
            "resolve a --olm v1 --install x --policy Any",
            "resolve a --olm v1 --install x --label a=b",
            "dependencies ",
            "dependencies a --install x",
            "dependencies a --priority a",
            "dependencies a --priority a=b",
            "dependencies a -f sariff",
        ] {
            assert!(read(words).is_err(), "{words}");
        }
    }
}
