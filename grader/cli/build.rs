//! The exercises and solutions are part of the binary, so it is built anew when one comes or goes.

fn main() {
    println!("cargo::rerun-if-changed=../../exercises");
    println!("cargo::rerun-if-changed=../../solutions");
}
