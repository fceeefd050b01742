//! The properties in opm's order.

use olmkit_catalog::schemas::PACKAGE_PROPERTY;
use olmkit_collections::{SortedSet, order};

use super::error::RenderError;
use super::json::{object, quote};
use super::properties::{GVK, METADATA, OBJECT, OF_GVK, OF_PACKAGE, Property};
use super::upstream::Parsed;

/// Returns all properties of the document in opm's order.
pub(super) fn properties(parsed: &Parsed<'_>) -> Result<Vec<Property>, RenderError> {
    let mut found = sorted_by_type(parsed)
        .map_err(|error| error.in_step(format!("get properties for bundle \"{}\"", parsed.name)))?;
    found.extend(parsed.objects.iter().map(|one| {
        let data = olmkit_yaml::base64::encode(Parsed::json(one).as_bytes());
        Property::new(OBJECT, object(&[("data", quote(&data))]))
    }));
    order::sort(&mut found);
    let is_last = |property: &Property| matches!(property.kind.as_str(), OBJECT | METADATA);
    let (last, mut all): (Vec<_>, Vec<_>) = found.into_iter().partition(is_last);
    all.extend(last);
    Ok(all)
}

/// Keeps only the last package and removes duplicate provided and required APIs. All other properties are unchanged.
fn sorted_by_type(parsed: &Parsed<'_>) -> Result<Vec<Property>, RenderError> {
    let (mut apis, mut others) = (SortedSet::new(), Vec::new());
    let mut own = Property::of_package(&parsed.package, &parsed.version, &parsed.release);
    for (index, property) in parsed.properties.iter().enumerate() {
        match property.kind.as_str() {
            GVK => {
                let [group, version, kind] = property.fields(index, &OF_GVK)?;
                apis.insert(Property::of_gvk(GVK, [&group, &version, &kind]));
            }
            PACKAGE_PROPERTY => {
                let [package, version, release] = property.fields(index, &OF_PACKAGE)?;
                own = Property::of_package(&package, &version, &release);
            }
            _ => others.push(property.clone()),
        }
    }
    for (index, dependency) in parsed.dependencies.iter().enumerate() {
        match dependency.kind.as_str() {
            GVK => {
                let [group, version, kind] = dependency.fields(index, &OF_GVK)?;
                apis.insert(Property::of_gvk("olm.gvk.required", [&group, &version, &kind]));
            }
            PACKAGE_PROPERTY => {
                let [package, version, _] = dependency.fields(index, &OF_PACKAGE)?;
                let members = [("packageName", quote(&package)), ("versionRange", quote(&version))];
                others.push(Property::new("olm.package.required", object(&members)));
            }
            _ => others.push(dependency.clone()),
        }
    }
    let required = parsed.apis.required.clone().map_err(|error| error.in_step("get required apis"))?;
    apis.extend(required.iter().map(|api| Property::of_api("olm.gvk.required", api)));
    others.push(own);
    others.extend(apis);
    Ok(others)
}
