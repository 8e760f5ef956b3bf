//! A cluster of one machine for the tests: Slurm with its authentication, in a folder and on ports of its
//! own, as whoever runs the tests. `./setup --slurm` installs what it takes.

use crate::wait_for;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A cluster. It ends when this is dropped.
pub struct Cluster {
    folder: TempDir,
    munged: Child,
    controller: Child,
    node: Option<Child>,
    /// A process whose mounts the node sees.
    mounts_of: Option<u32>,
}

/// The programs of Slurm lie where only administrators look.
fn program(name: &str) -> PathBuf {
    ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/sbin"]
        .iter()
        .map(|folder| Path::new(folder).join(name))
        .find(|path| path.exists())
        .unwrap_or_else(|| panic!("there is no {name} here: ./setup --slurm installs it"))
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its number").port()
}

impl Cluster {
    /// Starts a cluster of one node with two cores, and waits until it takes jobs.
    pub fn start() -> Cluster {
        Cluster::start_with(None, "none")
    }

    /// The same, which holds each task to the cores that it was given, as clusters do: what is measured of one task
    /// and of two means something then.
    pub fn start_confined() -> Cluster {
        Cluster::start_with(None, "affinity")
    }

    /// The same, whose node sees the mounts of a process.
    pub fn start_where(mounts_of: u32) -> Cluster {
        Cluster::start_with(Some(mounts_of), "none")
    }

    fn start_with(mounts_of: Option<u32>, tasks: &str) -> Cluster {
        let [munged, slurmctld] = ["munged", "slurmctld"].map(program);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = folder.path().to_owned();
        // munge's own user has to get through where root runs the tests.
        let open = fs::Permissions::from_mode(0o711);
        fs::set_permissions(&at, open).expect("permissions");
        for name in ["munge", "state", "spool", "log"] {
            fs::create_dir(at.join(name)).expect("a folder");
        }
        let is_root = rustix::process::getuid().is_root();
        fs::write(at.join("munge/key"), [0x5a; 64]).expect("a key");
        let private = fs::Permissions::from_mode(0o600);
        fs::set_permissions(at.join("munge/key"), private).expect("permissions");
        let mut command = if is_root {
            let status = Command::new("chown")
                .args(["-R", "munge:munge"])
                .arg(at.join("munge"))
                .status();
            assert!(status.is_ok_and(|status| status.success()), "no user munge");
            let mut command = Command::new("setpriv");
            command
                .args(["--reuid=munge", "--regid=munge", "--clear-groups"])
                .arg(munged);
            command
        } else {
            Command::new(munged)
        };
        let option = |name: &str, file: &str| format!("--{name}={}", at.join(file).display());
        let munged = command
            .args(["--foreground", "--force"])
            .arg(option("key-file", "munge/key"))
            .arg(option("socket", "munge/socket"))
            .arg(option("pid-file", "munge/pid"))
            .arg(option("log-file", "munge/log"))
            .arg(option("seed-file", "munge/seed"))
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("munged starts");
        fs::write(at.join("slurm.conf"), configuration(&at, tasks)).expect("a configuration");
        // A GPU that is none, to be asked for.
        let gpu = "NodeName=localhost Name=gpu Type=fake File=/dev/zero\n";
        fs::write(at.join("gres.conf"), gpu).expect("a configuration");
        wait_for("socket of munged", || {
            at.join("munge/socket").exists().then_some(())
        });
        let controller = daemon(Command::new(slurmctld), "slurmctld", &at);
        let mut cluster = Cluster {
            folder,
            munged,
            controller,
            node: None,
            mounts_of,
        };
        cluster.start_node();
        cluster
    }

    /// Makes a command find this cluster.
    pub fn use_in(&self, command: &mut Command) {
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
    }

    /// What a command of Slurm's says.
    pub fn ask(&self, command: &str, arguments: &[&str]) -> String {
        let mut process = Command::new(command);
        self.use_in(&mut process);
        let output = process.args(arguments).output();
        let output = output.unwrap_or_else(|error| panic!("{command}: {error}"));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Kills the node's daemon without a warning.
    pub fn kill_node(&mut self) {
        if let Some(mut node) = self.node.take() {
            node.kill().expect("a kill");
            node.wait().expect("an end");
        }
    }

    /// Starts the node's daemon again.
    pub fn start_node(&mut self) {
        let mut command = entering(self.mounts_of, &program("slurmd"));
        command.args(["-N", "localhost"]);
        self.node = Some(daemon(command, "slurmd", self.folder.path()));
        self.wait_for_node();
    }

    fn wait_for_node(&self) {
        let is_ready = || {
            let state = self.ask("sinfo", &["--noheader", "--format=%T"]);
            let state = state.trim().trim_end_matches('*').to_owned();
            ["idle", "mixed", "allocated", "completing"]
                .contains(&state.as_str())
                .then_some(())
        };
        wait_for("node that takes jobs", is_ready);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.ask("scancel", &["--quiet", "--state=RUNNING,PENDING", "--me"]);
        if let Some(node) = &mut self.node {
            let _ = node.kill();
            let _ = node.wait();
        }
        for daemon in [&mut self.controller, &mut self.munged] {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

/// A command that sees the mounts of a process, or those of the tests.
pub fn entering(mounts_of: Option<u32>, program: &Path) -> Command {
    let Some(process) = mounts_of else {
        return Command::new(program);
    };
    let mut command = Command::new("nsenter");
    command
        .args(["--mount", "--target", &process.to_string()])
        .arg(program);
    command
}

fn daemon(mut command: Command, name: &str, folder: &Path) -> Child {
    let log = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder.join(format!("log/{name}.out")));
    command
        .arg("-D")
        .arg("-f")
        .arg(folder.join("slurm.conf"))
        .env("SLURM_CONF", folder.join("slurm.conf"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log.expect("a log"))
        .spawn()
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Of a cluster whose tasks this plug-in of Slurm's holds.
fn configuration(folder: &Path, tasks: &str) -> String {
    let at = folder.display();
    let user = if rustix::process::getuid().is_root() {
        "root".to_owned()
    } else {
        std::env::var("USER").expect("the user's name")
    };
    format!(
        "ClusterName=tests\n\
         SlurmctldHost=localhost(127.0.0.1)\n\
         SlurmctldPort={}\n\
         SlurmdPort={}\n\
         SlurmUser={user}\n\
         SlurmdUser={user}\n\
         AuthType=auth/munge\n\
         AuthInfo=socket={at}/munge/socket\n\
         CredType=cred/munge\n\
         MpiDefault=none\n\
         ProctrackType=proctrack/linuxproc\n\
         TaskPlugin=task/{tasks}\n\
         JobAcctGatherType=jobacct_gather/none\n\
         AccountingStorageType=accounting_storage/none\n\
         SelectType=select/cons_tres\n\
         SelectTypeParameters=CR_Core_Memory\n\
         SwitchType=switch/none\n\
         GresTypes=gpu\n\
         StateSaveLocation={at}/state\n\
         SlurmdSpoolDir={at}/spool\n\
         SlurmctldPidFile={at}/slurmctld.pid\n\
         SlurmdPidFile={at}/slurmd.pid\n\
         SlurmctldLogFile={at}/log/slurmctld.log\n\
         SlurmdLogFile={at}/log/slurmd.log\n\
         SlurmdTimeout=10\n\
         MessageTimeout=5\n\
         ReturnToService=2\n\
         KillWait=3\n\
         MinJobAge=600\n\
         NodeName=localhost NodeAddr=127.0.0.1 CPUs=2 CoresPerSocket=2 RealMemory=4000 Gres=gpu:fake:1\n\
         PartitionName=main Nodes=localhost Default=YES State=UP DefMemPerCPU=200\n",
        free_port(),
        free_port(),
    )
}
