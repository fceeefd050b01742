//! One report for several. The shapes are taken apart completely, so that the compiler asks about a new field.

use super::report::{BundleVerdict, NotChecked, Opm, Report, Summary};

impl Summary {
    /// Adds the counts of another report.
    pub fn add(&mut self, other: Self) {
        let Summary { errors, warnings, infos, files, packages, channels, entries, bundles, templates } = self;
        for (sum, add) in [
            (errors, other.errors),
            (warnings, other.warnings),
            (infos, other.infos),
            (files, other.files),
            (packages, other.packages),
            (channels, other.channels),
            (entries, other.entries),
            (bundles, other.bundles),
            (templates, other.templates),
        ] {
            *sum = sum.saturating_add(add);
        }
    }
}

impl BundleVerdict {
    /// The verdict on several bundles: a tool accepts them if it accepts each. Names that differ are empty.
    fn and(self, next: Self) -> Self {
        let both = |a: Option<bool>, b: Option<bool>| a.zip(b).map(|(a, b)| a && b).or(a).or(b);
        let same = |a: String, b: &str| if a == b { a } else { String::new() };
        let BundleVerdict { name, package, media_type, api, opm, sdk, mut not_checked } = self;
        add_new(&mut not_checked, next.not_checked);
        BundleVerdict {
            name: same(name, &next.name),
            package: same(package, &next.package),
            media_type,
            api: both(api, next.api),
            opm: both(opm, next.opm),
            sdk: both(sdk, next.sdk),
            not_checked,
        }
    }
}

fn add_new(all: &mut Vec<NotChecked>, more: Vec<NotChecked>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

impl Report {
    /// Reduces the verdict on a bundle to opm's, for a report that is merged with those on catalogs or templates: a report
    /// has only one kind of verdict.
    pub fn reduce_to_opm(&mut self) {
        if let Some(bundle) = self.bundle.take() {
            self.opm.accepted &= bundle.opm != Some(false);
        }
    }

    /// Merges reports. opm's verdict is that of the first report that it rejects. The counts of dependencies, which are
    /// about one set of catalogs, are omitted.
    #[must_use]
    pub fn merge(reports: impl IntoIterator<Item = Report>) -> Self {
        let opm = Opm { accepted: true, ..Opm::default() };
        let mut all = Report { version: super::VERSION, opm, ..Report::default() };
        for report in reports {
            let Report { version: _, opm, summary, bundle, dependencies: _, not_checked, diagnostics } = report;
            if all.opm.accepted {
                all.opm = opm;
            }
            all.summary.add(summary);
            all.bundle = match (all.bundle, bundle) {
                (Some(all), Some(next)) => Some(all.and(next)),
                (all, next) => all.or(next),
            };
            add_new(&mut all.not_checked, not_checked);
            all.diagnostics.extend(diagnostics);
        }
        all
    }
}
