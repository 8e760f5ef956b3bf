// One step of the nonlinear shallow-water equations, centred in time and in space, tuned: one kernel,
// in which each work-item goes up a strip of ROWS rows, VEC cells wide. What flows along y is worked
// out once for each cell and kept in registers for the rows above; what flows along x is worked out
// anew for both neighbours, which costs less than to pass it on. The new values take the place of the
// oldest, so that memory sees nine numbers for each cell: six read, three written.
//
// A GPU wants VEC of 4 or 8, which it reads and writes in one or two instructions; a CPU wants VEC as wide as its
// vectors, and one work-item along x, which then follows whole rows. Any NDRange is right.

// Cells side by side that a work-item treats at once: 1, 2, 4, 8 or 16.
#ifndef VEC
#define VEC 8
#endif
// Rows of a strip.
#ifndef ROWS
#define ROWS 4
#endif

// ANCHOR: lanes
#define JOIN_NOW(a, b) a##b
#define JOIN(a, b) JOIN_NOW(a, b)
#if VEC == 1
typedef float lanes;
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#else
typedef JOIN(float, VEC) lanes;
#define LOAD(p) JOIN(vload, VEC)(0, p)
#define STORE(v, p) JOIN(vstore, VEC)(v, 0, p)
#endif
// ANCHOR_END: lanes

// ANCHOR: shifted
// The cells to the east of some cells, given the one that is east of them all; and the same to the west.
#if VEC == 1
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
// ANCHOR_END: shifted

// What is known of a strip, a constant wherever it is asked.
// Nothing: the strip may reach over the ends of the rows.
#define ENDS 0
// The cells and their neighbours lie inside the rows.
#define INSIDE 1
// Besides, each row begins where a whole vector may: one instruction fetches it.
#define ALIGNED 2

// ANCHOR: ends
// VEC cells of a row from x on. The sea goes round: east of the last cell lies the first one. Unless the
// strip lies inside, x is from -1 to nx.
lanes cells(global const float *row, int x, int nx, const int known)
{
    if (known == ALIGNED)
        return *(global const lanes *)(row + x);
    if (known == INSIDE || (x >= 0 && x + VEC <= nx))
        return LOAD(row + x);
    float some[VEC];
    for (int k = 0; k < VEC; ++k)
        some[k] = row[(x + k + nx) % nx];
    return LOAD(some);
}

// VEC cells that the work-item will write. Not those beyond the end of the row: going round, these are
// another's, who may be writing them.
lanes own(global const float *row, int x, int nx, const int known)
{
    if (known == ALIGNED)
        return *(global const lanes *)(row + x);
    if (known == INSIDE || x + VEC <= nx)
        return LOAD(row + x);
    float some[VEC];
    for (int k = 0; k < VEC; ++k)
        some[k] = x + k < nx ? row[x + k] : 0.0f;
    return LOAD(some);
}

void put(lanes values, global float *row, int x, int nx, const int known)
{
    if (known == ALIGNED) {
        *(global lanes *)(row + x) = values;
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

// The cells to the east of the cells of a row from x on, and to the west: all but one are here already.
lanes east_of(lanes here, global const float *row, int x, int nx, const int known)
{
    if (known == ENDS)
        return cells(row, x + 1, nx, known);
    return EAST_OF(here, row[x + VEC]);
}

lanes west_of(lanes here, global const float *row, int x, int nx, const int known)
{
    if (known == ENDS)
        return cells(row, x - 1, nx, known);
    return WEST_OF(here, row[x - 1]);
}
// ANCHOR_END: ends

// ANCHOR: flux
// What flows along a direction: height, flow along it and flow across.
typedef struct {
    lanes height, along, across;
} Flux;

Flux flux(lanes depth, lanes along, lanes across, float g)
{
    Flux f;
    lanes velocity = along / depth;
    f.height = along;
    f.along = along * velocity + 0.5f * g * depth * depth;
    f.across = across * velocity;
    return f;
}
// ANCHOR_END: flux

// ANCHOR: march
// The strip from cell (x, first) on. Inlined with a constant for what is known, it becomes three programs:
// the one for most of the sea asks nothing about the ends of rows.
__attribute__((always_inline)) void strip(global const float *restrict depth, global const float *restrict hu,
                  global const float *restrict hv, global float *restrict depth_old,
                  global float *restrict hu_old, global float *restrict hv_old,
                  float g, float cx, float cy, int w, int h, int x, int first, const int known)
{
    size_t row = (size_t)first * w;
    size_t below = (size_t)(first > 0 ? first - 1 : h - 1) * w;
    Flux south = flux(cells(depth + below, x, w, known), cells(hv + below, x, w, known),
                      cells(hu + below, x, w, known), g);
    lanes d = cells(depth + row, x, w, known);
    lanes u = cells(hu + row, x, w, known);
    lanes v = cells(hv + row, x, w, known);
    Flux here = flux(d, v, u, g);
    const int end = min(first + ROWS, h);
    lanes d_old = own(depth_old + row, x, w, known);
    lanes u_old = own(hu_old + row, x, w, known);
    lanes v_old = own(hv_old + row, x, w, known);
    for (int y = first; y < end; ++y) {
        size_t above = (size_t)(y + 1 < h ? y + 1 : 0) * w;
        lanes next_d = cells(depth + above, x, w, known);
        lanes next_u = cells(hu + above, x, w, known);
        lanes next_v = cells(hv + above, x, w, known);
        // The next row's old values are read before this row's take their place: no compiler may exchange a read
        // and a write of one buffer.
        lanes next_d_old = d_old, next_u_old = u_old, next_v_old = v_old;
        if (y + 1 < end) {
            next_d_old = own(depth_old + row + w, x, w, known);
            next_u_old = own(hu_old + row + w, x, w, known);
            next_v_old = own(hv_old + row + w, x, w, known);
        }
        Flux north = flux(next_d, next_v, next_u, g);
        Flux east = flux(east_of(d, depth + row, x, w, known), east_of(u, hu + row, x, w, known),
                         east_of(v, hv + row, x, w, known), g);
        Flux west = flux(west_of(d, depth + row, x, w, known), west_of(u, hu + row, x, w, known),
                         west_of(v, hv + row, x, w, known), g);
        put(d_old - cx * (east.height - west.height) - cy * (north.height - south.height),
            depth_old + row, x, w, known);
        put(u_old - cx * (east.along - west.along) - cy * (north.across - south.across),
            hu_old + row, x, w, known);
        put(v_old - cx * (east.across - west.across) - cy * (north.along - south.along),
            hv_old + row, x, w, known);
        // The next row's cells, and what flows from this one, are here already.
        d = next_d;
        u = next_u;
        v = next_v;
        d_old = next_d_old;
        u_old = next_u_old;
        v_old = next_v_old;
        south = here;
        here = north;
        row = above;
    }
}
// ANCHOR_END: march

// ANCHOR: step
kernel void shallow_nonlinear(global const float *restrict depth, global const float *restrict hu,
                              global const float *restrict hv, global float *restrict depth_old,
                              global float *restrict hu_old, global float *restrict hv_old,
                              float g, float cx, float cy, uint nx, uint ny)
{
    const int w = nx, h = ny;
    for (int first = get_global_id(1) * ROWS; first < h; first += get_global_size(1) * ROWS)
        for (int x = get_global_id(0) * VEC; x < w; x += get_global_size(0) * VEC) {
            const int inside = x >= 1 && x + VEC + 1 <= w;
            if (inside && w % VEC == 0)
                strip(depth, hu, hv, depth_old, hu_old, hv_old, g, cx, cy, w, h, x, first, ALIGNED);
            else if (inside)
                strip(depth, hu, hv, depth_old, hu_old, hv_old, g, cx, cy, w, h, x, first, INSIDE);
            else
                strip(depth, hu, hv, depth_old, hu_old, hv_old, g, cx, cy, w, h, x, first, ENDS);
        }
}
// ANCHOR_END: step
