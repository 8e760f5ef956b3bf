//! How long a prediction takes: `cargo bench -p predictor`, for random kernels of each class as for those that
//! predictions are tried on, from the text to the seconds, in milliseconds. A number after `--` asks for so many
//! of each class.

use opencl_c::preprocessor::{NoIncludes, Options};
use predictor::random::{Class, RandomKernel};
use predictor::{Caches, Profile};
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

fn main() {
    let count = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let count: u64 = count.unwrap_or(1000);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/data/h200/profile.toml");
    let text = std::fs::read_to_string(path).expect("the kept profile");
    let profile = Profile::from_toml(&text).expect("a profile");
    println!("{count} kernels of each class: milliseconds of a prediction, from its text on");
    for class in Class::ALL {
        let mut times: Vec<f64> = (0..count)
            .map(|number| {
                let sample = RandomKernel::new(class, number);
                let begin = Instant::now();
                predict(&sample, &profile);
                begin.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!(
            "{:12} median {:5.2}, 99 of 100 within {:5.2}, longest {:5.2}",
            class.name(),
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}

fn predict(sample: &RandomKernel, profile: &Profile) {
    let compiled = opencl_c::compile(
        "random.cl",
        &sample.text,
        &Options::default(),
        &mut NoIncludes,
    );
    let program = compiled.expect("a kernel without errors").program;
    let shape = sample.shape(profile.probed);
    let work = predictor::read(&program, &shape, profile.warp as usize).expect("a reading");
    black_box(predictor::predict(&work, profile, Caches::Aware).expect("a prediction"));
}
