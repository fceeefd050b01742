//! Downloads that a later process resumes.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use olmkit_registry::{Cache, Environment, Error, Pulled, Reference, Registries, Security, Settings};
use olmkit_testing::{Answer, Fault, ImageSpec, LayerEntry, Request, Server, Store};
use tempfile::TempDir;

const CUT: usize = 50_000;

/// A registry with an image of one layer. Its responses are truncated while `cuts` is set.
struct Registry {
    server: Server,
    cuts: Arc<AtomicBool>,
    layer: Vec<u8>,
    digest: String,
}

impl Registry {
    fn new(change: fn(Answer) -> Answer) -> Self {
        Registry::with(true, change)
    }

    fn with(ranges: bool, change: fn(Answer) -> Answer) -> Self {
        let mut store = Store::default();
        let entry = LayerEntry::file("configs/a.json", &"text ".repeat(20_000));
        let spec = ImageSpec {
            labels: Some([("key".to_owned(), "value".to_owned())].into()),
            layers: vec![vec![entry]],
            gzip: Some(false),
            ..ImageSpec::default()
        };
        let image = store.image(&spec);
        store.tag("1", &image);
        let (digest, layer) = store.blobs.iter().find(|(_, content)| content.len() > CUT).unwrap();
        let (digest, layer) = (digest.clone(), layer.clone());
        let cuts = Arc::new(AtomicBool::new(true));
        let (is_cut, of_layer) = (Arc::clone(&cuts), digest.clone());
        let server = Server::new(move |request| {
            let whole = Request { headers: Vec::new(), ..request.clone() };
            let answer = store.answer(if ranges { request } else { &whole });
            match request.path.ends_with(&of_layer) {
                // Truncate the first response, and send none after it.
                true if is_cut.load(Ordering::SeqCst) && request.header("range").is_some() => Answer::new(0, ""),
                true if is_cut.load(Ordering::SeqCst) => Answer { fault: Some(Fault::Cut(CUT)), ..answer },
                true => change(answer),
                false => answer,
            }
        });
        Registry { server, cuts, layer, digest }
    }

    fn pull(&self, folder: &TempDir) -> Result<Pulled, Error> {
        let reference = Reference::parse(&format!("{}/a/b:1", self.server.host())).unwrap();
        Registries::new(settings(folder)).unwrap().pull(&[reference], |_| true).pop().unwrap()
    }

    /// A folder with the files of an interrupted pull.
    fn broken(&self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        let error = self.pull(&folder).unwrap_err();
        assert!(error.help.is_none_or(|help| help.to_string().contains("continues the download")));
        assert_eq!((cache(&folder).stored().unfinished, cache(&folder).stored().unfinished_bytes), (1, CUT as u64));
        self.cuts.store(false, Ordering::SeqCst);
        let _ = self.server.take();
        folder
    }

    /// The `Range` headers of the requests for the layer.
    fn ranges(&self) -> Vec<Option<String>> {
        let requests = self.server.requests();
        let of_layer = requests.iter().filter(|request| request.path.ends_with(&self.digest));
        of_layer.map(|request| request.header("range").map(str::to_owned)).collect()
    }

    fn has_pulled(&self, folder: &TempDir) {
        let pulled = self.pull(folder).unwrap();
        assert!(std::fs::read(&pulled.layers[0]).unwrap() == self.layer, "the content is another");
        assert_eq!(cache(folder).stored().unfinished, 0);
    }
}

fn settings(folder: &TempDir) -> Settings {
    let env = Environment::of([("HOME".to_owned(), folder.path().display().to_string())], folder.path());
    let mut settings = Settings::new(env);
    settings.security = Security::Insecure;
    settings.pause = Duration::from_millis(2);
    settings.cache = Some(folder.path().join("cache"));
    settings
}

fn cache(folder: &TempDir) -> Cache {
    Cache::new(settings(folder).cache, &settings(folder).environment).unwrap()
}

fn unfinished(folder: &TempDir) -> PathBuf {
    std::fs::read_dir(folder.path().join("cache/unfinished")).unwrap().next().unwrap().unwrap().path()
}

fn from(start: usize) -> Option<String> {
    Some(format!("bytes={start}-"))
}

#[test]
fn the_next_process_asks_for_the_rest() {
    let registry = Registry::new(|answer| answer);
    let folder = registry.broken();
    registry.has_pulled(&folder);
    assert_eq!(registry.ranges(), [from(CUT)]);
}

#[test]
fn a_shorter_beginning_requests_the_rest_and_a_complete_one_nothing() {
    let registry = Registry::new(|answer| answer);
    let folder = registry.broken();
    File::options().write(true).open(unfinished(&folder)).unwrap().set_len(1000).unwrap();
    registry.has_pulled(&folder);
    assert_eq!(registry.ranges(), [from(1000)]);

    registry.cuts.store(true, Ordering::SeqCst);
    let folder = registry.broken();
    std::fs::write(unfinished(&folder), &registry.layer).unwrap();
    registry.has_pulled(&folder);
    assert_eq!(registry.ranges(), []);
}

#[test]
fn a_registry_without_ranges_sends_the_whole() {
    let registry = Registry::with(false, |answer| answer);
    let folder = registry.broken();
    registry.has_pulled(&folder);
    assert_eq!(registry.ranges(), [from(CUT)]);
}

#[test]
fn a_damaged_beginning_is_fetched_again_once() {
    let registry = Registry::new(|answer| answer);
    for damage in [vec![b'x'; CUT], vec![b'x'; 10], vec![b'x'; 200_000]] {
        registry.cuts.store(true, Ordering::SeqCst);
        let folder = registry.broken();
        let is_too_long = damage.len() > registry.layer.len();
        std::fs::write(unfinished(&folder), &damage).unwrap();
        registry.has_pulled(&folder);
        let expected = if is_too_long { vec![None] } else { vec![from(damage.len()), None] };
        assert_eq!(registry.ranges(), expected);
    }
    let registry = Registry::new(|answer| Answer { body: vec![b'x'; answer.body.len()], ..answer });
    let folder = registry.broken();
    let error = registry.pull(&folder).unwrap_err();
    assert!(error.to_string().contains("Digest did not match"), "{error}");
    assert_eq!(registry.ranges(), [from(CUT), None]);
    assert_eq!(cache(&folder).stored().unfinished, 0, "a damaged file does not stay");
}

#[test]
fn a_file_that_another_process_writes_is_left_alone() {
    let registry = Registry::new(|answer| answer);
    let folder = registry.broken();
    let path = unfinished(&folder);
    let other = File::options().read(true).write(true).open(&path).unwrap();
    other.try_lock().unwrap();
    assert_eq!(cache(&folder).prune(Duration::ZERO).unwrap().unfinished, 0);
    registry.pull(&folder).unwrap();
    assert_eq!(registry.ranges(), [None], "the other process has the beginning");
    assert_eq!(std::fs::metadata(&path).unwrap().len(), CUT as u64);
    drop(other);
    let removed = cache(&folder).prune(Duration::ZERO).unwrap();
    assert_eq!((removed.unfinished, removed.unfinished_bytes), (1, CUT as u64));
    assert!(!path.exists());
}

#[test]
fn two_pulls_at_once_share_nothing_unfinished() {
    let registry = Registry::new(|answer| Answer { fault: Some(Fault::Slow(Duration::from_millis(20))), ..answer });
    let folder = registry.broken();
    std::thread::scope(|scope| {
        let pulls: Vec<_> = (0..2).map(|_| scope.spawn(|| registry.pull(&folder).unwrap())).collect();
        for pull in pulls {
            assert!(std::fs::read(&pull.join().unwrap().layers[0]).unwrap() == registry.layer);
        }
    });
    let ranges = registry.ranges();
    assert!(ranges.iter().filter(|range| **range == from(CUT)).count() == 1, "{ranges:?}");
    assert_eq!(cache(&folder).stored().unfinished, 0);
}

#[test]
fn old_beginnings_are_pruned() {
    let registry = Registry::new(|answer| answer);
    let folder = registry.broken();
    let month = Duration::from_secs(30 * 24 * 60 * 60);
    assert_eq!(cache(&folder).prune(month).unwrap().unfinished, 0);
    let before = std::time::SystemTime::now() - Duration::from_secs(25 * 60 * 60);
    File::options().write(true).open(unfinished(&folder)).unwrap().set_modified(before).unwrap();
    assert_eq!(cache(&folder).prune(month).unwrap().unfinished, 1);
}

#[test]
fn transfers_of_the_same_layer_wait_for_the_first() {
    let registry =
        Registry::with(true, |answer| Answer { fault: Some(Fault::Slow(Duration::from_millis(100))), ..answer });
    registry.cuts.store(false, Ordering::SeqCst);
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        let first = scope.spawn(|| registry.has_pulled(&folder));
        while registry.ranges().is_empty() && !first.is_finished() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let others: Vec<_> = (0..2).map(|_| scope.spawn(|| registry.has_pulled(&folder))).collect();
        others.into_iter().chain([first]).for_each(|pull| pull.join().unwrap());
    });
    assert_eq!(registry.ranges(), [None], "one request for the layer");
}
