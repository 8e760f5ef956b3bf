// Repeated measurements, as a median between quartiles.

/** The value below which that share of the sorted ones lies, between two of them in proportion. */
function quantile(sorted, share) {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  return sorted[below] + (at - below) * ((sorted[below + 1] ?? sorted[below]) - sorted[below]);
}

/** The first quartile, the median and the third quartile. */
export function quartiles(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return [0.25, 0.5, 0.75].map((share) => quantile(sorted, share));
}

const UNITS = {
  time: [[1, "ns"], [1e3, "µs"], [1e6, "ms"], [1e9, "s"]],
  "GB/s": [[1, "GB/s"], [1e3, "TB/s"]],
  "GFLOP/s": [[1, "GFLOP/s"], [1e3, "TFLOP/s"]],
};

const digits = (value) => Number(value.toPrecision(value >= 100 ? 3 : 2)).toLocaleString("en");

/** A value in the unit of its kind that fits. */
export function withUnit(value, kind) {
  const [factor, unit] = UNITS[kind].findLast(([factor]) => Math.abs(value) >= factor) ?? UNITS[kind][0];
  return `${digits(value / factor)} ${unit}`;
}

/** "3.1 µs (3 to 3.3)": the median with its quartiles, in the median's unit. */
export function spread([first, median, third], kind) {
  const [factor] = UNITS[kind].findLast(([factor]) => Math.abs(median) >= factor) ?? UNITS[kind][0];
  return `${withUnit(median, kind)} (${digits(first / factor)} to ${digits(third / factor)})`;
}
