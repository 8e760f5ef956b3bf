//! `#pragma OPENCL EXTENSION`: what it enables, and names that nobody has.

use super::Checker;
use crate::diagnostic::Diagnostic;
use crate::source::Origin;
use crate::token::Symbol;

/// What the names of a vendor's extensions begin with.
const VENDORS: &[&str] = &[
    "cl_ext_",
    "cl_amd_",
    "cl_altera_",
    "cl_apple_",
    "cl_APPLE_",
    "cl_arm_",
    "cl_clang_",
    "cl_codeplay_",
    "cl_ibm_",
    "cl_img_",
    "cl_intel_",
    "cl_loader_",
    "cl_mtk_",
    "cl_nv_",
    "cl_pocl_",
    "cl_qcom_",
    "cl_ti_",
    "cl_xilinx_",
    "cles_",
    "__cl_clang_",
    "__opencl_c_",
];

/// What follows `cl_khr_` in the names of Khronos' extensions.
const KHRONOS: &str = include_str!("extension.txt");

impl Checker<'_> {
    pub(super) fn extension(&mut self, name: Symbol, enable: bool, origin: Origin) {
        let text = self.interner.text(name);
        if matches!(text, "cl_khr_fp16" | "all") {
            self.half = enable && text == "cl_khr_fp16";
        }
        let of_khronos = |rest: &str| KHRONOS.lines().any(|known| known == rest);
        let is_known = text == "all"
            || text.strip_prefix("cl_khr_").is_some_and(of_khronos)
            || VENDORS.iter().any(|vendor| text.starts_with(vendor));
        if !is_known && enable {
            self.report(
                Diagnostic::warning(
                    origin,
                    format!("there is no extension `{text}` of OpenCL: compilers ignore this line"),
                )
                .help("look at its spelling, as in `cl_khr_fp64`"),
            );
        }
    }
}
