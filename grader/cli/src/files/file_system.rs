//! File systems that do not report every save to a watching program.
//!
//! Linux reports the changes that go through its own kernel. A file on a network drive, or on a Windows drive
//! under WSL, may be saved by an editor on the other side.

use std::fs;
use std::path::Path;

/// The names in `/proc/self/mounts`. All FUSE file systems count (`fuse.sshfs`, `fuse.rclone`), except a disk
/// of this machine (`fuseblk`).
const SILENT: &[&str] = &[
    "9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "drvfs", "gpfs", "lustre", "nfs",
    "nfs4", "prl_fs", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
];

/// The name of the file system that holds `path`, if it does not report every save.
pub fn silent(path: &Path) -> Option<String> {
    let path = dunce::canonicalize(path).ok()?;
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let name = file_system(&mounts, &path)?;
    let is_silent = SILENT.contains(&name) || name.starts_with("fuse.");
    is_silent.then(|| name.to_owned())
}

/// The file system of the mount of `path`: of the longest mount points above it, the one mounted last.
fn file_system<'m>(mounts: &'m str, path: &Path) -> Option<&'m str> {
    let mounted = mounts.lines().filter_map(|line| {
        let mut fields = line.split(' ');
        let point = unescaped(fields.nth(1)?);
        let name = fields.next()?;
        let depth = Path::new(&point).components().count();
        path.starts_with(&point).then_some((depth, name))
    });
    mounted
        .max_by_key(|(depth, _)| *depth)
        .map(|(_, name)| name)
}

/// A mount point encodes blanks and the like as three octal digits: `\040`.
fn unescaped(field: &str) -> String {
    let mut text = field.to_owned();
    for (escape, character) in [
        ("\\040", " "),
        ("\\011", "\t"),
        ("\\012", "\n"),
        ("\\134", "\\"),
    ] {
        text = text.replace(escape, character);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
/dev/sdc / ext4 rw,relatime 0 0
none /run tmpfs rw 0 0
C:\\134 /mnt/c 9p rw,dirsync,aname=drvfs;path=C:\\;uid=1000 0 0
server:/home /home nfs4 rw,vers=4.2 0 0
me@far: /home/me/far\\040away fuse.sshfs rw 0 0
/dev/sdd /home/me/disk fuseblk rw 0 0
";

    #[test]
    fn a_path_lies_on_the_longest_mount_above_it() {
        let of = |path: &str| file_system(MOUNTS, Path::new(path));
        assert_eq!(of("/etc/passwd"), Some("ext4"));
        assert_eq!(of("/mnt/c/Users/me"), Some("9p"));
        assert_eq!(of("/mnt/cc"), Some("ext4"));
        assert_eq!(of("/home/me/course"), Some("nfs4"));
        assert_eq!(of("/home/me/far away/course"), Some("fuse.sshfs"));
        assert_eq!(of("/home/me/disk/course"), Some("fuseblk"));
        assert_eq!(file_system("", Path::new("/")), None);
    }

    #[test]
    fn of_two_mounts_at_one_place_the_last_counts() {
        let twice = "a /x ext4 rw 0 0\nb /x cifs rw 0 0\n";
        assert_eq!(file_system(twice, Path::new("/x/y")), Some("cifs"));
    }
}
