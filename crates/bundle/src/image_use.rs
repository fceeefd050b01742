//! The image references in a bundle and their places.

use olmkit_diagnostics::Place;

use crate::api_load;
use crate::go::Mode;
use crate::model::{Bundle, Csv};
use crate::rules::bundle::images::used;
use crate::rules::comments::suppressed;
use crate::view::View;

/// A reference to an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageUse {
    /// The image reference as written.
    pub image: String,
    /// The name of a related image. Empty for images of containers and environment variables.
    pub name: String,
    /// The position of the reference.
    pub place: Place,
    /// The rules that comments suppress at this position.
    pub suppressed: Vec<String>,
}

/// Returns the images of the CSV: those of containers, those in `RELATED_IMAGE_*` variables, and related images. Empty
/// references are skipped.
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
