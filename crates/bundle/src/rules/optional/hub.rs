//! The requirements of operatorhub/v2 for provider, maintainers, links and version.

use olmkit_gostd::{parse_address, parse_request_uri};

use crate::model::Csv;
use crate::sample::CSV;
use crate::target::Target;
use crate::view::View;
use olmkit_diagnostics::rule;

rule! {
    PROVIDER, "hub-provider-name", "BDL110", "CSV without a provider",
    since: "0.1.0",
    bundle: [OperatorHub Error],
    finds: "A CSV without `spec.provider.name`.",
    why: "OperatorHub shows the provider of an operator, and rejects an operator without one.",
    fix: "Set it to the name of your company or project, or to your own name.",
    source: "operator-framework/api, operatorhub/v2 validator.",
    bad: [(CSV, "  provider:\n    name: acme\n", "")],
    good: [(CSV, "name: acme", "name: ACME")],
}

rule! {
    MAINTAINER, "hub-maintainer-fields", "BDL111", "Maintainer without a name or email address",
    since: "0.1.0",
    bundle: [OperatorHub Error],
    finds: "An entry of `spec.maintainers` without a name or email address.",
    why: "OperatorHub rejects the bundle.",
    fix: "Set both fields.",
    source: "operator-framework/api, operatorhub/v2 validator.",
    bad: [(CSV, "  - name: a\n    email: a@ex.com\n", "  - name: a\n")],
    good: [(CSV, "email: a@ex.com", "email: A <a@ex.com>")],
}

rule! {
    EMAIL, "hub-maintainer-email", "BDL112", "Maintainer with an invalid email address",
    since: "0.1.0",
    bundle: [OperatorHub Error],
    finds: "An email address of a maintainer that is not valid.",
    why: "OperatorHub rejects the bundle.",
    fix: "Write one address: `name@example.com`.",
    source: "operator-framework/api, operatorhub/v2 validator.",
    bad: [(CSV, "email: a@ex.com", "email: maintainer"), (CSV, "email: a@ex.com", "email: a@b c")],
    good: [(CSV, "email: a@ex.com", "email: A <a@ex.com>")],
}

rule! {
    LINK, "hub-link-fields", "BDL113", "Link without a name or URL",
    since: "0.1.0",
    bundle: [OperatorHub Error],
    finds: "An entry of `spec.links` without a name or URL.",
    why: "OperatorHub rejects the bundle.",
    fix: "Set both fields.",
    source: "operator-framework/api, operatorhub/v2 validator.",
    bad: [(CSV, "  - name: home\n", "  - n: home\n")],
    good: [(CSV, "url: https://ex.com", "url: https://ex.com/a")],
}

rule! {
    URL, "hub-link-url", "BDL114", "Link with an invalid URL",
    since: "0.1.0",
    bundle: [OperatorHub Error],
    finds: "A `url` of a link that is not an absolute URL.",
    why: "OperatorHub rejects the bundle.",
    fix: "Write the URL with its scheme: `https://example.com`.",
    source: "operator-framework/api, operatorhub/v2 validator.",
    bad: [(CSV, "url: https://ex.com", "url: ex.com")],
    good: [(CSV, "url: https://ex.com", "url: https://ex.com/a")],
}

rule! {
    VERSION, "hub-version-set", "BDL115", "CSV without a version",
    since: "0.1.0",
    bundle: [OperatorHub Error],
    finds: "A CSV without `spec.version`, or with version 0.0.0.",
    why: "OperatorHub rejects the bundle, and catalogs cannot order it.",
    fix: "Set the version.",
    source: "operator-framework/api, operatorhub/v2 validator.",
    bad: [(CSV, "  version: 1.0.0\n", ""), (CSV, "version: 1.0.0", "version: 0.0.0+b")],
    good: [(CSV, "version: 1.0.0", "version: 0.0.1")],
}

pub(crate) fn check(csv: &Csv<'_>, to: &mut Target<'_>) {
    if csv.text(&["provider", "name"]).trim().is_empty() {
        let place = csv.spec_place(&["provider", "name"]);
        let upstream = csv.entry("csv.Spec.Provider.Name not specified");
        to.found(&PROVIDER, place, "The CSV has no provider.", "Add `spec.provider.name`.", upstream);
    }
    for maintainer in csv.list(&["maintainers"]) {
        maintainer_fields(csv, maintainer, to);
    }
    for link in csv.list(&["links"]) {
        link_fields(csv, link, to);
    }
    let version = olmkit_semver::parse_tolerant(&csv.text(&["version"]));
    if version
        .is_ok_and(|version| (version.major, version.minor, version.patch) != (0, 0, 0) || !version.pre.is_empty())
    {
        return;
    }
    let upstream = csv.entry("csv.Spec.Version must be set");
    to.found(&VERSION, csv.spec_place(&["version"]), "The CSV has no version.", "Add `spec.version`.", upstream);
}

fn maintainer_fields(csv: &Csv<'_>, maintainer: View<'_>, to: &mut Target<'_>) {
    let email = maintainer.string("email");
    if email.is_empty() || maintainer.string("name").is_empty() {
        let upstream = csv.entry("csv.Spec.Maintainers elements should contain both name and email");
        let message = "A maintainer needs both a name and an email address.";
        to.found(&MAINTAINER, maintainer.start(), message, "Add the missing field.", upstream);
    }
    if email.is_empty() {
        return;
    }
    if let Err(error) = parse_address(&email) {
        let upstream = csv.entry(format_args!("csv.Spec.Maintainers email {email} is invalid: {error}"));
        let message = format!("`{email}` is not a valid email address.");
        to.found(&EMAIL, maintainer.place_at("email"), message, "Write one address: `name@example.com`.", upstream);
    }
}

fn link_fields(csv: &Csv<'_>, link: View<'_>, to: &mut Target<'_>) {
    let url = link.string("url");
    if url.is_empty() || link.string("name").is_empty() {
        let upstream = csv.entry("csv.Spec.Links elements should contain both name and url");
        to.found(&LINK, link.start(), "A link needs both a name and a URL.", "Add the missing field.", upstream);
    }
    if url.is_empty() {
        return;
    }
    if let Err(error) = parse_request_uri(&url) {
        let quoted = crate::go_text::quote(&url);
        let upstream = csv.entry(format_args!("csv.Spec.Links url {url} is invalid: parse {quoted}: {error}"));
        let message = format!("`{url}` is not a valid URL: {error}.");
        to.found(
            &URL,
            link.place_at("url"),
            message,
            "Write the URL with its scheme: `https://example.com`.",
            upstream,
        );
    }
}
