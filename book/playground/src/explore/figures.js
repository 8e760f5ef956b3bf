// The figures that a reader moves, by the names that the chapters call them; each is loaded when it is asked for.

const FIGURES = {
  banks: () => import("./banks.js"),
  barrier: () => import("./barrier.js"),
  coalescing: () => import("./coalescing.js"),
  convolution: () => import("./convolution.js"),
  cost: () => import("./cost.js"),
  divergence: () => import("./divergence.js"),
  mandelbrot: () => import("./mandelbrot.js"),
  matmul: () => import("./matmul.js"),
  ndrange: () => import("./ndrange.js"),
  occupancy: () => import("./occupancy.js"),
  reduction: () => import("./reduction.js"),
  roofline: () => import("./roofline.js"),
  scan: () => import("./scan.js"),
  utilisation: () => import("./utilisation.js"),
  waves: () => import("./waves.js"),
  "your-gpu": () => import("./your-gpu.js"),
};

/** The figure of that name. */
export async function figureOf(name) {
  if (!Object.hasOwn(FIGURES, name)) throw new Error(`this copy of the book has no figure ${name}`);
  return (await FIGURES[name]()).default;
}
