// Prints the Homebrew formula of a release: `node integrations/homebrew.mjs v1.2.3 FOLDER`. FOLDER contains the
// checksums of the release's archives (olmkit-TARGET.tar.gz.sha256).
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [tag, folder] = process.argv.slice(2);
if (!tag || !folder) {
  console.error("usage: node integrations/homebrew.mjs TAG FOLDER");
  process.exit(2);
}

function download(target) {
  const archive = `olmkit-${target}.tar.gz`;
  const [sum] = readFileSync(join(folder, `${archive}.sha256`), "utf8").split(/\s/);
  return `url "https://github.com/olmkit/olmkit/releases/download/${tag}/${archive}"\n      sha256 "${sum}"`;
}

const system = (name, arm, intel) => `  on_${name} do
    on_arm do
      ${download(arm)}
    end
    on_intel do
      ${download(intel)}
    end
  end`;

console.log(`class Olmkit < Formula
  desc "Checks, explains and edits the catalogs from which Kubernetes clusters install operators"
  homepage "https://github.com/olmkit/olmkit"
  version "${tag.replace(/^v/, "")}"
  license "Apache-2.0"

${system("macos", "aarch64-apple-darwin", "x86_64-apple-darwin")}

${system("linux", "aarch64-unknown-linux-musl", "x86_64-unknown-linux-musl")}

  def install
    bin.install "olmkit"
    generate_completions_from_executable(bin/"olmkit", "completions")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/olmkit --version")
  end
end`);
