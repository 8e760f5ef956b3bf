//! A commented `class.toml` to begin with: every exercise of a course, every option with what it is without it.

use course::Course;

/// The text for a course. It is a plan as it stands: each exercise counts with the course's own points. Where the course
/// has a title and a deadline (RFC 3339) of its own, it has them too.
pub fn template(course: &Course, title: Option<&str>, deadline: Option<&str>) -> String {
    let mut text = HEAD.to_owned();
    if let Some(title) = title {
        let title = toml::Value::String(title.to_owned()).to_string();
        text = text.replace("\"My class\"", &title);
    }
    if let Some(deadline) = deadline {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for line in &mut lines {
            if line.starts_with("# deadline = ") {
                *line = format!("deadline = {deadline}");
            }
        }
        text = lines.join("\n") + "\n";
    }
    for exercise in course.exercises() {
        let manifest = &exercise.manifest;
        text.push_str(&format!(
            "\n[[exercise]] # {:02} {}\nname = \"{}\"\n# weight = {}\n",
            manifest.number,
            manifest.title.replace(char::is_control, " "),
            manifest.slug,
            manifest.points
        ));
    }
    text.push_str(TAIL);
    text
}

const HEAD: &str = "# What `grader class` grades, and how. A line that begins with # is an option that is not used, with its default
# or an example. Submissions lie beside this file: a folder or a .zip each, named for its student, with kernels
# called saxpy.cl or saxpy/kernel.cl.

title = \"My class\"

# With a seed that nobody guesses the cases are hidden, and a kernel cannot be made for them. Keep it secret.
# hidden_seed = \"at least twelve characters\"

# Cases of each exercise.
# cases = 100

# Later submissions earn less; the offset from UTC is needed. A file's own time counts, unless `times` names a file
# beside this one with a line for each student: name = 2026-11-20T23:10:00+01:00
# deadline = 2026-11-20T23:59:00+01:00
# late = { percent_a_day = 10, at_most = 50, grace_minutes = 15 }
# times = \"times.toml\"

# How often each student may hand in again. Then `times` has a list of all times: name = [first, second]
# retries = 4

# The exercises that count, in this order: take out the others. `weight` is the points for all of it.
";

const TAIL: &str = "
# [limits]
# kernel_kib = 1024   # a file
# archive_mib = 16    # a .zip
# files = 2000        # of a submission, that are looked at
# minutes = 30        # until a worker that says nothing is given up
# memory_mib = 1024   # of a worker

# [slurm]             # with --engine slurm
# gres = \"gpu:1\"
# partition = \"main\"
# account = \"course\"
# minutes = 60
";
