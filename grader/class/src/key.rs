//! Hashes: the key of a verdict, and the seed of each exercise from the hidden seed.

use sha2::{Digest, Sha256};
use std::fmt;

/// The hidden seed. `Debug` does not print it.
#[derive(Clone)]
pub(crate) struct Secret(String);

impl Secret {
    pub(crate) fn new(text: String) -> Secret {
        Secret(text)
    }

    /// The seed of an exercise. A case drawn from it reveals neither the secret nor another
    /// exercise's seed.
    pub(crate) fn seed_of(&self, slug: &str) -> u64 {
        seed(&[b"hidden seed", self.0.as_bytes(), slug.as_bytes()])
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// A seed from several parts.
pub(crate) fn seed(parts: &[&[u8]]) -> u64 {
    let mut seed = [0; 8];
    seed.copy_from_slice(&hash(parts)[..8]);
    u64::from_le_bytes(seed)
}

/// A hash of several parts. Lengths are part of it, so no other list of parts has the same input.
pub(crate) fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// The first bytes of a hash in hexadecimal.
pub(crate) fn word(hash: &[u8; 32], bytes: usize) -> String {
    hash.iter()
        .take(bytes)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(hash(&[b"ab", b"c"]), hash(&[b"a", b"bc"]));
        assert_ne!(hash(&[b"a"]), hash(&[b"a", b""]));
    }

    #[test]
    fn exercises_have_seeds_of_their_own_and_the_secret_is_not_shown() {
        let secret = Secret::new("a long hidden seed".to_owned());
        assert_ne!(secret.seed_of("fill"), secret.seed_of("saxpy"));
        assert_eq!(secret.seed_of("fill"), secret.clone().seed_of("fill"));
        assert!(!format!("{secret:?}").contains("hidden"));
    }
}
