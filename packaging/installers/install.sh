#!/bin/sh
# Installs this release of the OpenCL course's grader for the user who runs it: no root, nothing else changed.
#
#     curl -fsSL ADDRESS/install.sh | sh
#
# GRADER_FOLDER: where its files go [default: ~/.local/share/opencl-grader]; GRADER_BIN: where the command goes
# [default: ~/.local/bin]; GRADER_RELEASE: the folder of the release's files, as an address or file:///...
set -eu

version='@VERSION@'
repository='@REPOSITORY@'

fail() {
    printf 'install: %s\n' "$*" >&2
    exit 1
}

for tool in curl tar gzip; do
    command -v "$tool" >/dev/null || fail "$tool is missing: install it, then run this again"
done

case "$(uname -s)-$(uname -m)" in
    Linux-x86_64 | Linux-amd64) target=x86_64-unknown-linux-gnu ;;
    Linux-aarch64 | Linux-arm64) target=aarch64-unknown-linux-gnu ;;
    Darwin-x86_64) target=x86_64-apple-darwin ;;
    Darwin-arm64) target=aarch64-apple-darwin ;;
    *) fail "there is no program for $(uname -s) on $(uname -m): build it from its sources with cargo" ;;
esac

release=${GRADER_RELEASE:-}
if [ -z "$release" ]; then
    [ -n "$repository" ] || fail "this installer names no repository: say where the release is with GRADER_RELEASE"
    release=$repository/releases/download/v$version
fi
folder=${GRADER_FOLDER:-$HOME/.local/share/opencl-grader}
bin=${GRADER_BIN:-$HOME/.local/bin}
name=opencl-grader-$version-$target

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in "$name.tar.gz" SHA256SUMS; do
    curl --fail --silent --show-error --location --output "$work/$file" "$release/$file" ||
        fail "$release/$file cannot be downloaded: look at the network, or at GRADER_RELEASE"
done

wanted=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$name\.tar\.gz\$/\1/p" "$work/SHA256SUMS")
if command -v sha256sum >/dev/null; then
    there=$(sha256sum "$work/$name.tar.gz")
else
    there=$(shasum -a 256 "$work/$name.tar.gz")
fi
if [ -z "$wanted" ] || [ "${there%% *}" != "$wanted" ]; then
    fail "$name.tar.gz is not what SHA256SUMS says: nothing is installed; try again"
fi

tar -x -z -f "$work/$name.tar.gz" -C "$work"
mkdir -p "$bin" "$(dirname "$folder")"
rm -rf "$folder.new"
mv "$work/$name" "$folder.new"
rm -rf "$folder"
mv "$folder.new" "$folder"
ln -sf "$folder/grader" "$bin/grader"

"$folder/grader" --version
case ":$PATH:" in
    *":$bin:"*) command=grader ;;
    *)
        command=$bin/grader
        echo "For the short name: export PATH=\"$bin:\$PATH\""
        ;;
esac
printf 'Begin: %s init course && cd course && %s check saxpy\n' "$command" "$command"
