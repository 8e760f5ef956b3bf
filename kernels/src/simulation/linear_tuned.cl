// One step of the linear shallow-water equations, forward-backward, tuned: one kernel, in which each
// work-item goes up a strip of ROWS rows, VEC cells wide, and keeps in registers what the next row
// needs. Each number is fetched from memory once and each result stored once; the neighbours' numbers
// come out of a cache, and the flow through the first face to the west is worked out twice instead of
// passed on.
//
// A GPU wants VEC small, so that neighbouring work-items read neighbouring cells; a CPU wants VEC as
// wide as its vectors, and one work-item along x, which then follows whole rows. Any NDRange is right.

// Cells side by side that a work-item treats at once: 1, 2, 4, 8 or 16.
#ifndef VEC
#define VEC 4
#endif
// Rows of a strip.
#ifndef ROWS
#define ROWS 2
#endif

// ANCHOR: lanes
#define JOIN_NOW(a, b) a##b
#define JOIN(a, b) JOIN_NOW(a, b)
#if VEC == 1
typedef float lanes;
typedef int columns;
#define FIRST_COLUMNS 0
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#else
typedef JOIN(float, VEC) lanes;
typedef JOIN(int, VEC) columns;
#define LOAD(p) JOIN(vload, VEC)(0, p)
#define STORE(v, p) JOIN(vstore, VEC)(v, 0, p)
#if VEC == 2
#define FIRST_COLUMNS (int2)(0, 1)
#elif VEC == 4
#define FIRST_COLUMNS (int4)(0, 1, 2, 3)
#elif VEC == 8
#define FIRST_COLUMNS (int8)(0, 1, 2, 3, 4, 5, 6, 7)
#else
#define FIRST_COLUMNS (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#endif
#endif
// ANCHOR_END: lanes

// ANCHOR: shifted
// The cells to the east of some cells, given the one that is east of them all; and the same to the west.
#if VEC == 1
#define FIRST_OF(c) (c)
#define EAST_OF(c, next) (next)
#define WEST_OF(c, last) (last)
#elif VEC == 2
#define EAST_OF(c, next) (lanes)((c).s1, next)
#define WEST_OF(c, last) (lanes)(last, (c).s0)
#elif VEC == 4
#define EAST_OF(c, next) (lanes)((c).s1, (c).s23, next)
#define WEST_OF(c, last) (lanes)(last, (c).s01, (c).s2)
#elif VEC == 8
#define EAST_OF(c, next) (lanes)((c).s1, (c).s23, (c).s4567, next)
#define WEST_OF(c, last) (lanes)(last, (c).s0123, (c).s45, (c).s6)
#else
#define EAST_OF(c, next) (lanes)((c).s1, (c).s23, (c).s4567, (c).s89abcdef, next)
#define WEST_OF(c, last) (lanes)(last, (c).s01234567, (c).s89ab, (c).scd, (c).se)
#endif
#if VEC > 1
#define FIRST_OF(c) (c).s0
#endif
// ANCHOR_END: shifted

// ANCHOR: away
// A whole vector, where a vector may begin. With -DSTREAM it goes past the caches: nobody reads it
// before the next step, and a processor that stores a whole line need not fetch it before. That is no
// OpenCL, but a builtin of Clang, which many compilers of OpenCL are made from.
#ifdef STREAM
#define STORE_WHOLE(v, p) __builtin_nontemporal_store(v, (global lanes *)(p))
#else
#define STORE_WHOLE(v, p) (*(global lanes *)(p) = (v))
#endif
// ANCHOR_END: away

// What is known of a strip, a constant wherever it is asked.
// Nothing: the strip may reach over the ends of the rows.
#define ENDS 0
// The cells and their neighbours lie inside the rows.
#define INSIDE 1
// Besides, each row begins where a whole vector may: one instruction fetches it.
#define ALIGNED 2

// ANCHOR: ends
// VEC cells of a row from x on. Beyond an end of the row is nothing.
lanes cells(global const float *row, int x, int nx, const int known)
{
    if (known == ALIGNED)
        return *(global const lanes *)(row + x);
    if (known == INSIDE || (x >= 0 && x + VEC <= nx))
        return LOAD(row + x);
    float some[VEC];
    for (int k = 0; k < VEC; ++k)
        some[k] = x + k >= 0 && x + k < nx ? row[x + k] : 0.0f;
    return LOAD(some);
}

void put(lanes values, global float *row, int x, int nx, const int known)
{
    if (known == ALIGNED) {
        STORE_WHOLE(values, row + x);
        return;
    }
    if (known == INSIDE || x + VEC <= nx) {
        STORE(values, row + x);
        return;
    }
    float some[VEC];
    STORE(values, some);
    for (int k = 0; k < VEC; ++k)
        if (x + k < nx)
            row[x + k] = some[k];
}
// ANCHOR_END: ends

// ANCHOR: flow
// The flow through the faces between cells, pushed by the difference of their heights.
lanes pushed(lanes flow, lanes here, lanes there, float push)
{
    return flow - push * (there - here);
}
// ANCHOR_END: flow

// ANCHOR: march
// The strip from cell (x, first) on. Inlined twice, with another constant for inside each time, it becomes
// two programs: the one for most of the sea asks nothing about the ends of rows.
__attribute__((always_inline)) void strip(global const float *restrict eta, global const float *restrict hu,
                  global const float *restrict hv, global float *restrict eta_new,
                  global float *restrict hu_new, global float *restrict hv_new,
                  float gh, float cx, float cy, int w, int h, int x, int first, const int known)
{
    const float px = gh * cx, py = gh * cy;
    const columns column = x + FIRST_COLUMNS;
    size_t row = (size_t)first * w;
    lanes here = cells(eta + row, x, w, known);
    lanes south = 0.0f;
    if (first > 0)
        south = pushed(cells(hv + row - w, x, w, known), cells(eta + row - w, x, w, known), here, py);

    for (int y = first; y < min(first + ROWS, h); ++y, row += w) {
        const lanes flow = cells(hu + row, x, w, known);
        lanes east, west;
        if (known == ENDS) {
            // Through a wall nothing flows.
            east = pushed(flow, here, cells(eta + row, x + 1, w, known), px);
            west = pushed(cells(hu + row, x - 1, w, known), cells(eta + row, x - 1, w, known), here, px);
            east = column + 1 < w ? east : 0.0f;
            west = column > 0 ? west : 0.0f;
        } else {
            // All but one of the heights to the east, and of the flows from the west, are here already.
            east = pushed(flow, here, EAST_OF(here, eta[row + x + VEC]), px);
            const lanes last = pushed(hu[row + x - 1], eta[row + x - 1], here, px);
            west = WEST_OF(east, FIRST_OF(last));
        }
        lanes above = 0.0f, north = 0.0f;
        if (y + 1 < h) {
            above = cells(eta + row + w, x, w, known);
            north = pushed(cells(hv + row, x, w, known), here, above, py);
        }
        put(east, hu_new + row, x, w, known);
        put(north, hv_new + row, x, w, known);
        put(here - cx * (east - west) - cy * (north - south), eta_new + row, x, w, known);
        // The next row's cells, and the flow into them, are here already.
        here = above;
        south = north;
    }
}
// ANCHOR_END: march

// ANCHOR: step
kernel void shallow_linear(global const float *restrict eta, global const float *restrict hu,
                           global const float *restrict hv, global float *restrict eta_new,
                           global float *restrict hu_new, global float *restrict hv_new,
                           float gh, float cx, float cy, uint nx, uint ny)
{
    const int w = nx, h = ny;
    for (int first = get_global_id(1) * ROWS; first < h; first += get_global_size(1) * ROWS)
        for (int x = get_global_id(0) * VEC; x < w; x += get_global_size(0) * VEC) {
            const int inside = x >= 1 && x + VEC + 1 <= w;
            if (inside && w % VEC == 0)
                strip(eta, hu, hv, eta_new, hu_new, hv_new, gh, cx, cy, w, h, x, first, ALIGNED);
            else if (inside)
                strip(eta, hu, hv, eta_new, hu_new, hv_new, gh, cx, cy, w, h, x, first, INSIDE);
            else
                strip(eta, hu, hv, eta_new, hu_new, hv_new, gh, cx, cy, w, h, x, first, ENDS);
        }
}
// ANCHOR_END: step
