# Greets as a device runner of package 0.0.0 and of this tree's protocol does: the
# frame's length (7 bytes), the version, the length of the package's version, that version.
version=$(sed -n 's/^pub const VERSION: u32 = \([0-9]*\);$/\1/p' "${0%/*}/../../../launch/src/protocol.rs")
printf "\\007\\000\\000\\000\\$(printf %03o "$version")\\0050.0.0"
