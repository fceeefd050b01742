//! The images that a bundle names, each with its place.

use olmkit_diagnostics::Place;

use crate::api_load;
use crate::go::Mode;
use crate::model::{Bundle, Csv};
use crate::rules::bundle::images::used;
use crate::rules::comments::suppressed;
use crate::view::View;

/// One place that names an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageUse {
    /// The image, as it is written.
    pub image: String,
    /// The name of a related image; empty for images of containers and variables.
    pub name: String,
    /// Where.
    pub place: Place,
    /// The rules that comments suppress there.
    pub suppressed: Vec<String>,
}

/// Images of the CSV: of containers, in variables `RELATED_IMAGE_*`, and related ones. Empty ones are left out.
#[must_use]
pub fn images(bundle: &Bundle<'_>) -> Vec<ImageUse> {
    let object = bundle.own().filter_map(|file| file.object().ok()).find(api_load::is_csv);
    let Some(csv) = object.map(|object| Csv::new(View { mode: Mode::Coerce, ..object.view })) else {
        return Vec::new();
    };
    let related = csv.list(&["relatedImages"]);
    let related = related.iter().filter_map(|item| Some((item.get("image")?, item.string("name").into_owned())));
    let own = used(&csv).into_iter().map(|image| (image, String::new()));
    let found = own.chain(related).map(|(image, name)| {
        let place = image.place();
        ImageUse { image: image.string_of(), name, place, suppressed: suppressed(bundle, place) }
    });
    found.filter(|one| !one.image.is_empty()).collect()
}
