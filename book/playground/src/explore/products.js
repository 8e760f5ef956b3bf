// The kernels that stand under a roofline: their texts, and their launches over n x n numbers.

import naive from "../../../../kernels/src/matmul/naive.cl";
import register from "../../../../kernels/src/matmul/register.cl";
import tiled from "../../../../kernels/src/matmul/tiled.cl";
import saxpy from "../../../../solutions/02-saxpy/kernel.cl";
import { buffer, launchText, plain, scalar } from "./picture.js";

export const KERNELS = {
  saxpy: { source: plain(saxpy), name: "saxpy", kernel: "saxpy" },
  naive: { source: plain(naive), name: "product, naive", kernel: "matmul_naive", items: (n) => n },
  tiled: { source: plain(tiled), name: "product, with tiles", kernel: "matmul_tiled", items: (n) => n },
  register: { source: plain(register), name: "product, in registers", kernel: "matmul_register", items: (n) => n / 4 },
};

/** The LAUNCH.toml of a kernel. */
export function launchOf(kernel, n) {
  const { kernel: name, items } = KERNELS[kernel];
  if (kernel === "saxpy") {
    const vector = buffer("float", n * n, "{ random = 1 }");
    return launchText(name, n * n, 256, [scalar("float", "2.0"), vector, vector, scalar("uint", n * n)]);
  }
  const matrix = (init) => buffer("float", n * n, init);
  return launchText(name, [items(n), items(n)], [8, 8], [matrix("{ random = 1 }"), matrix("{ random = 2 }"), matrix('"uninit"'), ...[n, n, n].map((size) => scalar("uint", size))]);
}

/** What a run counted: operations, and the bytes that moved without a cache. */
export function counted({ counters: { total } }) {
  const operations = ["float-add", "float-multiply", "float-fma"].reduce((sum, name) => sum + (total.operations[name] ?? 0), 0);
  return { operations, moved: total.global_loads.bytes_moved + total.global_stores.bytes_moved };
}

/** The operations of a launch over n x n numbers: two for each product, or for each element. */
export const operationsOf = (kernel, n) => 2 * (kernel === "saxpy" ? n ** 2 : n ** 3);
