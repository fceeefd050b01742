//! Debian's `docker-registry` on loopback, if it is installed.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// User and password for registries with authentication.
pub const USER: (&str, &str) = ("user", "secret");
/// The same user and password for the registry, with bcrypt.
const PASSWORDS: &str = "user:$2b$05$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a\n";

/// Whether programs are installed. If `CI` is set, they must be installed on Linux. Some do not exist for other systems, where
/// the test is skipped with a message. `mustRun` of `tests/test.mjs` is the same rule.
#[must_use]
pub fn have(programs: &[&str]) -> bool {
    have_as(programs, std::env::var_os("CI").is_some() && cfg!(target_os = "linux"))
}

/// Whether programs are installed. Panics if they are not, but required.
fn have_as(programs: &[&str], required: bool) -> bool {
    let is_missing = |program: &&&str| Command::new(program).arg("--version").stderr(Stdio::null()).output().is_err();
    let missing: Vec<&&str> = programs.iter().filter(is_missing).collect();
    assert!(missing.is_empty() || !required, "not installed: {missing:?}");
    if !missing.is_empty() {
        eprintln!("skipped: not installed: {missing:?}");
    }
    missing.is_empty()
}

/// A registry that runs until the value is dropped.
#[derive(Debug)]
pub struct RealRegistry {
    child: Child,
    /// `127.0.0.1:PORT`
    pub host: String,
    /// The certificate of the registry, if it uses TLS.
    pub certificate: PathBuf,
}

/// The clients that a registry accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admits {
    /// All clients.
    All,
    /// The user of [`USER`].
    User,
    /// Clients that use the certificate of the registry.
    Certificate,
}

impl RealRegistry {
    /// Starts a registry that stores its data in a folder.
    pub fn start(folder: &Path, with_tls: bool, admits: Admits) -> Self {
        fs::create_dir_all(folder).unwrap();
        let host = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
        let at = |name: &str| folder.join(name).display().to_string();
        let mut config = format!(
            "version: 0.1\nlog: {{level: error}}\nstorage: {{filesystem: {{rootdirectory: {}}}, delete: {{enabled: true}}}}\n",
            at("data")
        );
        if admits == Admits::User {
            fs::write(folder.join("passwords"), PASSWORDS).unwrap();
            config += &format!("auth: {{htpasswd: {{realm: test, path: {}}}}}\n", at("passwords"));
        }
        config += &format!("http:\n  addr: {host}\n");
        if with_tls {
            if !folder.join("registry.crt").exists() {
                self_signed(folder, false);
            }
            let clients = if admits == Admits::Certificate {
                format!(", clientcas: [{}]", at("registry.crt"))
            } else {
                String::new()
            };
            config +=
                &format!("  tls: {{certificate: {}, key: {}{clients}}}\n", at("registry.crt"), at("registry.key"));
        }
        fs::write(folder.join("config.yml"), config).unwrap();
        let mut command = Command::new("docker-registry");
        command.arg("serve").arg(folder.join("config.yml")).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().unwrap();
        let end = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(&host).is_err() {
            assert!(Instant::now() < end, "docker-registry does not answer");
            std::thread::sleep(Duration::from_millis(20));
        }
        RealRegistry { child, host, certificate: folder.join("registry.crt") }
    }
}

impl Drop for RealRegistry {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes a self-signed certificate for loopback and a host name to `registry.crt`, and its key to `registry.key`.
/// `is_authority` marks the certificate as that of a certificate authority.
pub fn self_signed(folder: &Path, is_authority: bool) {
    let mark = if is_authority { "TRUE" } else { "FALSE" };
    let args = format!(
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1,DNS:registry.invalid \
         -addext basicConstraints=critical,CA:{mark} -keyout registry.key -out registry.crt"
    );
    fs::create_dir_all(folder).unwrap();
    let output = Command::new("openssl").args(args.split_whitespace()).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(test)]
mod tests {
    use super::have_as;

    #[test]
    fn a_missing_program_fails_the_test_only_where_it_is_required() {
        assert!(have_as(&["rustc"], true));
        assert!(!have_as(&["olmkit-no-such-program"], false));
        let required = std::panic::catch_unwind(|| have_as(&["rustc", "olmkit-no-such-program"], true));
        assert!(required.is_err());
    }
}
