typedef uint key_t; typedef struct { key_t key; uint payload; } pair_t;
#define WG 128
#define ITEMS 4
uint lower_bound(__global const key_t *a, uint n, key_t x) { uint lo = 0; while (n) { const uint half_ = n >> 1; if (a[lo + half_] < x) { lo += half_ + 1; n -= half_ + 1; } else n = half_; } return lo; }
uint upper_bound(__local const key_t *a, uint lo, uint hi, key_t x) { while (lo < hi) { uint mid = (lo + hi) / 2; if (!(x < a[mid])) lo = mid + 1; else hi = mid; } return lo; }
uint exclusive_scan(uint x, __local uint *temp, uint *total) { const uint l = get_local_id(0); temp[l] = 0; temp[l + WG] = x; barrier(CLK_LOCAL_MEM_FENCE); for (uint d = 1; d < WG; d <<= 1) { const uint t = temp[l + WG - d]; barrier(CLK_LOCAL_MEM_FENCE); temp[l + WG] += t; barrier(CLK_LOCAL_MEM_FENCE); } *total = temp[2 * WG - 1]; return temp[l + WG - 1]; }
#define PREDICATES(P) P(positive, v > 0) P(even, (v & 1) == 0) P(in_range, v >= lo && v < hi) P(nonzero, v)
#define COMPACT(NAME, TEST) \
__kernel __attribute__((reqd_work_group_size(WG, 1, 1))) void compact_##NAME(__global const int *restrict in, __global int *restrict out, volatile __global uint *cursor, const uint n, const int lo, const int hi) { \
  __local uint temp[2 * WG]; __local uint base; int kept[ITEMS]; uint count = 0, total; const uint first = get_group_id(0) * WG * ITEMS + get_local_id(0) * ITEMS; \
  for (uint k = 0; k < ITEMS; k++) { const uint i = first + k; if (i < n) { const int v = in[i]; if (TEST) kept[count++] = v; } } \
  const uint at = exclusive_scan(count, temp, &total); if (get_local_id(0) == 0) base = atomic_add(cursor, total); barrier(CLK_LOCAL_MEM_FENCE); \
  for (uint k = 0; k < count; k++) out[base + at + k] = kept[k]; \
}
PREDICATES(COMPACT)
__kernel void merge_ranks(__global const key_t *restrict a, const uint na, __global const key_t *restrict b, const uint nb, __global key_t *restrict c) { const uint i = get_global_id(0); if (i < na) c[i + lower_bound(b, nb, a[i])] = a[i]; }
__kernel void merge_sort_tile(__global pair_t *pairs, __local key_t *keys, __local uint *payloads) {
  const uint l = get_local_id(0); pair_t mine = pairs[get_global_id(0)];
  for (uint width = 1; width < WG; width *= 2) {
    keys[l] = mine.key; payloads[l] = mine.payload; barrier(CLK_LOCAL_MEM_FENCE);
    const uint run = l / width, partner = (run ^ 1) * width; uint rank = upper_bound(keys, partner, partner + width, mine.key - (run & 1 ? 0 : 1)) - partner + (l & (width - 1)); uint to = (run & ~1u) * width + rank;
    barrier(CLK_LOCAL_MEM_FENCE); keys[to] = mine.key, payloads[to] = mine.payload; barrier(CLK_LOCAL_MEM_FENCE);
    mine = (pair_t){ keys[l], .payload = payloads[l] }; barrier(CLK_LOCAL_MEM_FENCE);
  }
  pairs[get_global_id(0)] = mine;
}
__kernel void run_lengths(__global const uchar *in, __global uint2 *out, __global uint *n) { if (get_global_id(0) != 0) return; uint runs = 0; for (uint i = 0; i < *n;) { uint j = i; while (++j < *n && in[j] == in[i]); out[runs++] = (uint2)(in[i], j - i); i = j; } *n = runs; }
