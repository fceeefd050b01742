//! The whole program with real registries, and killed at arbitrary moments.
#![cfg(feature = "native")]

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::registry::{CATALOG, Machine, bundle, catalog, upload};
use olmkit_testing::{
    Admits, Answer, Fault, ImageSpec, LayerEntry, RealRegistry, Server, Store, USER, digest, have, self_signed,
};

#[test]
fn a_registry_with_tls_and_users() {
    if !have(&["docker-registry", "skopeo", "openssl"]) {
        return;
    }
    let machine = Machine::new();
    let registry = RealRegistry::start(&machine.path("registry"), true, Admits::User);
    let certificate = registry.certificate.display().to_string();
    let reference = format!("{}/team/catalog:v1", registry.host);
    let credentials = format!("--dest-creds={}:{}", USER.0, USER.1);
    upload(&machine, &catalog(), &reference, &["--dest-tls-verify=false", &credentials]);

    let (code, _, err) = machine.run(&["validate", &reference]);
    assert!(code == 2 && err.contains("certificate") && err.contains("--ca-file"), "{err}");
    let with_ca = |machine: &Machine| machine.run(&["validate", "--ca-file", &certificate, &reference]);
    let (code, _, err) = with_ca(&machine);
    assert!(code == 2 && err.contains("unauthorized") && err.contains("olmkit found no credentials"), "{err}");
    let login = |password: &str| {
        let auth = olmkit_testing_base64(&format!("{}:{password}", USER.0));
        machine
            .write(".docker/config.json", format!("{{\"auths\":{{\"{}\":{{\"auth\":\"{auth}\"}}}}}}", registry.host));
    };
    login("wrong");
    let (code, _, err) = with_ca(&machine);
    assert!(code == 2 && err.contains("olmkit sent the credentials of user `user`"), "{err}");
    login(USER.1);
    let (code, out, err) = with_ca(&machine);
    assert_eq!(code, 0, "{out}{err}");
    // Again without the option: the certificate is where podman looks for it.
    machine
        .write(&format!(".config/containers/certs.d/{}/ca.crt", registry.host), std::fs::read(&certificate).unwrap());
    assert_eq!(machine.run(&["list", "packages", &reference]).0, 0);
    // One registry with TLS, one without.
    let plain = RealRegistry::start(&machine.path("plain"), false, Admits::All);
    let target = format!("{}/team/catalog:v1", plain.host);
    assert_eq!(machine.run(&["copy", "--ca-file", &certificate, &reference, &target]).0, 2);
    let (code, out, err) = machine.run(&["copy", "--ca-file", &certificate, "--use-http", &reference, &target]);
    assert_eq!(code, 0, "{out}{err}");
    drop(registry);
    let (code, _, err) = machine.run(&["validate", &reference]);
    assert!(code == 2 && err.contains("pinging container registry"), "{err}");
}

#[test]
fn a_certificate_of_an_authority_is_accepted_where_it_is_given() {
    if !have(&["docker-registry", "openssl"]) {
        return;
    }
    let machine = Machine::new();
    self_signed(&machine.path("registry"), true);
    let registry = RealRegistry::start(&machine.path("registry"), true, Admits::All);
    machine.write("catalog/foo/catalog.yaml", CATALOG);
    let reference = format!("{}/team/catalog:v1", registry.host);
    let build = ["build", "catalog", "--tag", &reference, "--push"];
    let (code, _, err) = machine.run(&build);
    assert!(code == 2 && err.contains("give this very certificate with --ca-file FILE"), "{err}");
    let certificate = registry.certificate.display().to_string();
    let (code, _, err) = machine.run(&[&build[..], &["--ca-file", &certificate]].concat());
    assert_eq!(code, 0, "{err}");
    machine.write(&format!(".config/containers/certs.d/{}/ca.crt", registry.host), std::fs::read(certificate).unwrap());
    let (code, _, err) = machine.run(&["validate", &reference]);
    assert_eq!(code, 0, "{err}");
}

/// Standard base64, which no other test needs.
fn olmkit_testing_base64(text: &str) -> String {
    let mut child =
        Command::new("openssl").args(["base64", "-A"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn every_command_takes_images() {
    if !have(&["docker-registry", "skopeo"]) {
        return;
    }
    let machine = Machine::new();
    let registry = RealRegistry::start(&machine.path("registry"), false, Admits::All);
    let (catalog_image, bundle_image) =
        (format!("{}/team/catalog:v1", registry.host), format!("{}/team/foo:v2", registry.host));
    upload(&machine, &catalog(), &catalog_image, &["--dest-tls-verify=false"]);
    upload(&machine, &bundle(), &bundle_image, &["--dest-tls-verify=false"]);
    machine.write("catalog/foo/catalog.yaml", CATALOG);
    for (path, text) in olmkit_bundle::sample::files() {
        machine.write(&format!("bundle/{path}"), &text);
    }
    let both = |words: &str, image: &str, path: &str| {
        let run = |given: &str| {
            let words: Vec<String> = words.split(' ').map(|word| word.replace('@', given)).collect();
            machine.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let (code, out, err) = run(image);
        let (expected_code, expected, _) = run(path);
        assert_eq!((code, out.replace(image, path)), (expected_code, expected), "{words}: {err}");
    };
    for words in [
        "validate --use-http @",
        "stranded --use-http @",
        "path --use-http @ foo foo.v1.0.0",
        "graph --use-http @",
        "diff --use-http @ catalog",
        "render --use-http @",
        "list bundles --use-http @",
        "dependencies --use-http @",
        "resolve --use-http @ --install foo",
        "stats --use-http @",
        "query --use-http @ --name foo",
        "template convert --use-http basic @",
        "fix --use-http --diff @",
        "edit set-description @ package=foo to=new --use-http --diff",
    ] {
        both(words, &catalog_image, "catalog");
    }
    assert_eq!(machine.run(&["migrate", "--use-http", &catalog_image, "migrated"]).0, 0);
    assert_eq!(machine.run(&["diff", "migrated", "catalog"]).1, "");
    // An image is not changed; the changed copy is written to a folder.
    let (code, _, err) = machine.run(&["prune", "--use-http", &catalog_image, "--keep", "foo"]);
    assert!(code == 2 && err.contains("an image cannot be written; use --diff or --output"), "{err}");
    let (code, _, err) = machine.run(&["prune", "--use-http", &catalog_image, "--keep", "foo", "--output", "pruned"]);
    assert_eq!((code, machine.run(&["diff", "pruned", "catalog"]).1.as_str()), (0, ""), "{err}");
    // The labels of an image are known, so nothing about them remains unchecked.
    let (code, valid, err) = machine.run(&["bundle", "validate", "--use-http", &bundle_image]);
    let note = "not checked (opm render): the labels of the pushed image (requires the image)\n";
    let (_, expected, expected_err) = machine.run(&["bundle", "validate", "bundle"]);
    assert_eq!((code, valid.replace(&bundle_image, "bundle")), (0, expected), "{err}");
    assert!(expected_err.contains(note) && !err.contains("opm render"), "{err}");
    both("bundle extract --use-http @ -c name -n space", &bundle_image, "bundle");
    let (code, rendered, err) = machine.run(&["render", "--use-http", &bundle_image]);
    assert!(code == 0 && rendered.contains(&format!("\"image\": \"{bundle_image}\"")), "{err}");
    machine.write("template.yaml", format!("schema: olm.semver\nstable: {{bundles: [{{image: '{bundle_image}'}}]}}\n"));
    let (code, made, err) = machine.run(&["template", "--use-http", "semver", "template.yaml"]);
    assert!(code == 0 && made.contains(&bundle_image), "{err}");
    let (code, _, err) = machine.run(&["validate", "--use-http", &bundle_image]);
    assert!(code == 2 && err.contains("this is a bundle image"), "{err}");
    for (image, kind) in [(&catalog_image, "catalog image"), (&bundle_image, "bundle image")] {
        let (_, _, err) = machine.run(&["check", "--use-http", image]);
        assert!(err.starts_with(&format!("{image}: {kind}\n")), "{err}");
    }
    let (code, _, err) = machine.run(&["bundle", "validate", "--use-http", &catalog_image]);
    assert!(code == 2 && err.contains("this is a catalog image"), "{err}");
}

fn by_bzip2(plain: &[u8]) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    packer.write_all(plain).unwrap();
    packer.finish().unwrap()
}

fn by_xz(plain: &[u8]) -> Vec<u8> {
    let mut packer = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(0)).unwrap();
    packer.write_all(plain).unwrap();
    packer.finish().unwrap()
}

#[test]
fn layers_may_be_packed_with_bzip2_or_xz() {
    let machine = Machine::new();
    machine.write("catalog/catalog.yaml", CATALOG);
    let expected = machine.run(&["render", "catalog"]).1;
    for pack in [by_bzip2, by_xz] {
        let mut store = Store::default();
        let made = store.image(&ImageSpec { pack: Some(pack), ..catalog() });
        store.tag("1", &made);
        let server = Server::new(move |request| store.answer(request));
        let (code, out, err) = machine.run(&["render", "--use-http", &format!("{}/a/b:1", server.host())]);
        assert_eq!((code, out), (0, expected.clone()), "{err}");
    }
}

#[test]
fn the_first_bytes_determine_the_format_of_a_layer() {
    let machine = Machine::new();
    machine.write("catalog/catalog.yaml", CATALOG);
    let expected = machine.run(&["render", "catalog"]).1;
    // Compressed and not compressed, each with the media type of the other; then an empty layer.
    for is_packed in [true, false] {
        let mut store = Store::default();
        let made = store.image(&ImageSpec { gzip: Some(is_packed), ..catalog() });
        let (media, text) = store.manifests[made["digest"].as_str().unwrap()].clone();
        let mut manifest: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let of_layer = |is_packed: bool| match is_packed {
            true => "application/vnd.oci.image.layer.v1.tar+gzip",
            false => "application/vnd.oci.image.layer.v1.tar",
        };
        let layers = manifest["layers"].as_array_mut().unwrap();
        layers[0]["mediaType"] = of_layer(!is_packed).into();
        let empty = olmkit_testing::digest(b"");
        layers.push(serde_json::json!({ "mediaType": of_layer(is_packed), "digest": empty, "size": 0 }));
        store.blobs.insert(empty, Vec::new());
        store.manifests.insert("1".to_owned(), (media, manifest.to_string().into_bytes()));
        let server = Server::new(move |request| store.answer(request));
        let (code, out, err) = machine.run(&["render", "--use-http", &format!("{}/a/b:1", server.host())]);
        assert_eq!((code, out), (0, expected.clone()), "{err}");
    }
}

#[test]
fn a_download_that_was_killed_is_continued_by_the_next_process() {
    if !have(&["docker-registry", "skopeo", "curl"]) {
        return;
    }
    let machine = Machine::new();
    let registry = RealRegistry::start(&machine.path("registry"), false, Admits::All);
    let mut spec = catalog();
    // skopeo compresses layers; incompressible content stays large.
    let digits = (0..20_000_u64).map(|at| format!("{:016x}", at.wrapping_mul(0x9e37_79b9_7f4a_7c15).swap_bytes()));
    spec.layers.push(vec![LayerEntry::file("other/large.txt", &digits.collect::<String>())]);
    upload(&machine, &spec, &format!("{}/a/b:1", registry.host), &["--dest-tls-verify=false"]);
    // A proxy that stops in the middle of the large layer, and afterwards forwards everything.
    const STOP: usize = 100_000;
    let stops = std::sync::atomic::AtomicBool::new(true);
    let target = registry.host.clone();
    let proxy = Server::new(move |request| {
        let answer = passed_on(&target, request);
        let is_large =
            request.path.contains("/blobs/") && answer.body.len() > STOP && request.header("range").is_none();
        match is_large && stops.swap(false, std::sync::atomic::Ordering::SeqCst) {
            true => Answer { fault: Some(Fault::Stop(STOP)), ..answer },
            false => answer,
        }
    });
    let reference = format!("{}/a/b:1", proxy.host());
    let args = ["render", "--use-http", reference.as_str()];
    let mut killed = machine.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let unfinished = || {
        let files = std::fs::read_dir(machine.path(".cache/olmkit/unfinished")).into_iter().flatten().flatten();
        files.map(|file| file.metadata().unwrap().len()).max().unwrap_or_default()
    };
    let end = std::time::Instant::now() + Duration::from_secs(20);
    while unfinished() < STOP as u64 {
        assert!(std::time::Instant::now() < end, "{} bytes", unfinished());
        std::thread::sleep(Duration::from_millis(10));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let (_, info, _) = machine.run(&["cache", "info"]);
    // The small layer may be unfinished too.
    assert!(info.contains(" unfinished download"), "{info}");
    let _ = proxy.take();
    let (code, out, err) = machine.run(&args);
    machine.write("catalog/foo/catalog.yaml", CATALOG);
    assert_eq!((code, out), (0, machine.run(&["render", "catalog"]).1), "{err}");
    let ranges: Vec<String> =
        proxy.requests().iter().filter_map(|request| request.header("range").map(str::to_owned)).collect();
    assert!(ranges.contains(&format!("bytes={STOP}-")), "{ranges:?}");
    let (_, info, _) = machine.run(&["cache", "info", "--format", "json"]);
    assert!(info.contains("\"downloads\": 0"), "{info}");
}

/// The response of a registry, requested with curl.
fn passed_on(host: &str, request: &olmkit_testing::Request) -> Answer {
    let mut command = Command::new("curl");
    command.args(["-s", "-D", "/dev/stderr", &format!("http://{host}{}", request.path)]);
    for name in ["accept", "range"] {
        if let Some(value) = request.header(name) {
            command.args(["-H", &format!("{name}: {value}")]);
        }
    }
    let output = command.output().unwrap();
    let head = String::from_utf8(output.stderr).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let mut answer = Answer::new(status, output.stdout);
    for line in head.lines().filter_map(|line| line.split_once(": ")) {
        if ["Content-Type", "Docker-Content-Digest"].contains(&line.0) {
            answer = answer.with(line.0, line.1);
        }
    }
    answer
}

#[test]
fn a_pause_that_a_registry_requests_is_reported() {
    let mut store = Store::default();
    let made = store.image(&catalog());
    store.tag("1", &made);
    let refused = AtomicBool::new(false);
    let server = Server::new(move |request| match request.path.contains("/manifests/") {
        true if !refused.swap(true, Ordering::Relaxed) => Answer::new(429, "").with("Retry-After", "2"),
        _ => store.answer(request),
    });
    let (code, _, err) = Machine::new().run(&["validate", "--use-http", &format!("{}/a/b:1", server.host())]);
    assert_eq!(code, 0, "{err}");
    let line = format!("olmkit: {} answered 429 Too Many Requests; next attempt in 2 s\n", server.host());
    assert!(err.contains(&line), "{err}");
}

#[test]
fn a_pause_after_an_interrupted_download_is_reported() {
    let mut store = Store::default();
    let made = store.image(&catalog());
    store.tag("1", &made);
    let was_cut = AtomicBool::new(false);
    let server = Server::new(move |request| match request.path.contains("/blobs/") {
        true if !was_cut.swap(true, Ordering::Relaxed) => {
            Answer { fault: Some(Fault::Cut(10)), ..store.answer(request) }
        }
        _ => store.answer(request),
    });
    let (code, _, err) = Machine::new().run(&["validate", "--use-http", &format!("{}/a/b:1", server.host())]);
    assert_eq!(code, 0, "{err}");
    let line = format!("olmkit: the download from {} was interrupted; next attempt in 2 s\n", server.host());
    assert!(err.contains(&line), "{err}");
}

/// Ctrl-C ends transfers with a message about unfinished downloads.
#[test]
#[cfg(unix)]
fn ctrl_c_reports_what_remains() {
    let mut store = Store::default();
    let made = store.image(&catalog());
    store.tag("1", &made);
    let server = Server::new(move |request| {
        if request.path.contains("/blobs/") || request.path.contains("/manifests/slow") {
            std::thread::sleep(Duration::from_secs(20));
        }
        store.answer(request)
    });
    let machine = Machine::new();
    let pulled = format!("{}/a/b:1", server.host());
    let checked = CATALOG.replace("quay.io/x/foo:1.0.0", &format!("{}/a/b:slow", server.host()));
    machine.write("asked/catalog.yaml", &checked);
    machine.write("pushed/catalog.yaml", CATALOG);
    let pushed = format!("{}/a/b:2", server.host());
    for (args, begun, left) in [
        (
            &["validate", "--use-http", &pulled][..],
            "/blobs/",
            "what was downloaded is in the cache, and the same command continues from there",
        ),
        (
            &["serve", "--use-http", "--port=0", &pulled],
            "/blobs/",
            "what was downloaded is in the cache, and the same command continues from there",
        ),
        (&["images", "asked", "--check", "--use-http"], "/manifests/slow", "not all images were checked"),
        (
            &["build", "pushed", "--use-http", "--push", "--tag", &pushed],
            "/blobs/",
            "the registry keeps what was uploaded, and the tag is written last",
        ),
    ] {
        let _ = server.take();
        let program = machine.command(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let start = Instant::now();
        while !server.requests().iter().any(|one| one.path.contains(begun)) {
            assert!(start.elapsed() < Duration::from_secs(20), "{args:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
        Command::new("kill").args(["-INT", &program.id().to_string()]).status().unwrap();
        let ended = program.wait_with_output().unwrap();
        let err = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), err), (Some(130), format!("olmkit: interrupted: {left}\n")), "{args:?}");
    }
}

/// Whether this process, and so each program that it starts, ignores SIGHUP: under `nohup`.
fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

#[test]
#[cfg(unix)]
fn a_temporary_cache_is_removed_by_signals() {
    let mut store = Store::default();
    let made = store.image(&catalog());
    store.tag("1", &made);
    let server = Server::new(move |request| {
        if request.path.contains("/blobs/") {
            std::thread::sleep(Duration::from_secs(20));
        }
        store.answer(request)
    });
    let machine = Machine::new();
    machine.write("file", "");
    machine.write("tmp/.keep", "");
    let pulled = format!("{}/a/b:1", server.host());
    let all = [("-INT", 130), ("-TERM", 143), ("-HUP", 129)];
    for (signal, code) in all.into_iter().take(if hangups_are_ignored() { 2 } else { 3 }) {
        let _ = server.take();
        let mut command = machine.command(&["validate", "--use-http", &pulled]);
        command.env("XDG_CACHE_HOME", machine.path("file")).env("TMPDIR", machine.path("tmp"));
        let program = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let start = Instant::now();
        while !server.requests().iter().any(|one| one.path.contains("/blobs/")) {
            assert!(start.elapsed() < Duration::from_secs(20), "{signal}");
            std::thread::sleep(Duration::from_millis(10));
        }
        Command::new("kill").args([signal, &program.id().to_string()]).status().unwrap();
        let ended = program.wait_with_output().unwrap();
        let expected = "olmkit: interrupted: what was downloaded is removed with the temporary cache; --cache-dir DIR keeps it \
                        for the next time\n";
        let err = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), err.as_str()), (Some(code), expected), "{signal}");
        let left = std::fs::read_dir(machine.path("tmp")).unwrap().count();
        assert_eq!(left, 1, "only what was there: {signal}");
    }
}

/// How often the program is killed, by SIGINT and SIGKILL alternately. For more: `OLMKIT_KILLS=400`.
fn kills() -> u64 {
    std::env::var("OLMKIT_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(20)
}

#[test]
fn a_program_that_is_ended_leaves_a_sound_cache() {
    let mut store = Store::default();
    let mut spec = catalog();
    for at in 0..6 {
        let text = format!("# {at}\n").repeat(20_000);
        spec.layers.push(vec![LayerEntry::file(&format!("other/{at}.txt"), &text)]);
    }
    spec.gzip = Some(false);
    let made = store.image(&spec);
    store.tag("1", &made);
    let server = Server::new(move |request| {
        let slow = request.path.contains("/blobs/").then_some(Fault::Slow(Duration::from_millis(4)));
        Answer { fault: slow, ..store.answer(request) }
    });
    let machine = Machine::new();
    let reference = format!("{}/a/b:1", server.host());
    let args = ["validate", "--use-http", reference.as_str()];
    let start = || machine.command(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let sound = || {
        let blobs = std::fs::read_dir(machine.path(".cache/olmkit/blobs/sha256")).into_iter().flatten().flatten();
        for blob in blobs {
            let named = format!("sha256:{}", blob.file_name().to_string_lossy());
            assert_eq!(digest(&std::fs::read(blob.path()).unwrap()), named);
        }
    };
    for round in 0..kills() {
        let (mut killed, mut other) = (start(), start());
        // Moments from the start of the program to the end of its transfers.
        std::thread::sleep(Duration::from_millis(round * 7 % 60));
        // Ctrl-C, and a signal that cannot be caught.
        if cfg!(unix) && round % 2 == 0 {
            Command::new("kill").args(["-INT", &killed.id().to_string()]).status().unwrap();
        } else {
            killed.kill().unwrap();
        }
        killed.wait().unwrap();
        sound();
        // After each of the two signals, the other process goes on in every second round, and the next one begins anew.
        if round % 4 < 2 {
            let output = other.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let _ = std::fs::remove_dir_all(machine.path(".cache/olmkit/blobs"));
        } else {
            other.kill().unwrap();
            other.wait().unwrap();
        }
    }
    let (code, _, err) = machine.run(&args);
    assert_eq!(code, 0, "{err}");
    sound();
    let (_, info, _) = machine.run(&["cache", "info"]);
    assert!(info.contains(": 9 blobs, "), "{info}");
    let (_, removed, _) = machine.run(&["cache", "prune", "--all"]);
    assert!(removed.starts_with("removed 9 blobs, ") && removed.ends_with(" KiB\n"), "{removed}");
    let left = std::fs::read_dir(machine.path(".cache/olmkit/unfinished")).unwrap().count();
    assert_eq!(left, 0);
}
