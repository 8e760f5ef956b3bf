// One step of the nonlinear shallow-water equations, centred in time and in space, tuned: one kernel,
// in which each work-item goes up a strip of ROWS rows, VEC cells wide. What flows along y is worked
// out once for each cell and kept in registers for the rows above; what flows along x is worked out
// anew for both neighbours, which costs less than to pass it on. The new values take the place of the
// oldest, so that memory sees nine numbers for each cell: six read, three written.
//
// A GPU wants VEC small, so that neighbouring work-items read neighbouring cells; a CPU wants VEC as
// wide as its vectors, and one work-item along x, which then follows whole rows. Any NDRange is right.

// Cells side by side that a work-item treats at once: 1, 2, 4, 8 or 16.
#ifndef VEC
#define VEC 2
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

// ANCHOR: ends
// VEC cells of a row from x on, which may be known to lie inside, or else is from -1 to nx. The sea goes round: east of the last cell
// lies the first one.
lanes cells(global const float *row, int x, int nx, int inside)
{
    if (inside || (x >= 0 && x + VEC <= nx))
        return LOAD(row + x);
    float some[VEC];
    for (int k = 0; k < VEC; ++k)
        some[k] = row[(x + k + nx) % nx];
    return LOAD(some);
}

// VEC cells that the work-item will write. Not those beyond the end of the row: going round, these are
// another's, who may be writing them.
lanes own(global const float *row, int x, int nx, int inside)
{
    if (inside || x + VEC <= nx)
        return LOAD(row + x);
    float some[VEC];
    for (int k = 0; k < VEC; ++k)
        some[k] = x + k < nx ? row[x + k] : 0.0f;
    return LOAD(some);
}

void put(lanes values, global float *row, int x, int nx, int inside)
{
    if (inside || x + VEC <= nx) {
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

// ANCHOR: step
kernel void shallow_nonlinear(global const float *restrict depth, global const float *restrict hu,
                              global const float *restrict hv, global float *restrict depth_old,
                              global float *restrict hu_old, global float *restrict hv_old,
                              float g, float cx, float cy, uint nx, uint ny)
{
    const int w = nx, h = ny;
    for (int first = get_global_id(1) * ROWS; first < h; first += get_global_size(1) * ROWS)
        for (int x = get_global_id(0) * VEC; x < w; x += get_global_size(0) * VEC) {
            // Do these cells and all that they look at lie within the rows? One question for all rows.
            const int inside = x >= 1 && x + VEC + 1 <= w;
            // ANCHOR: march
            size_t row = (size_t)first * nx;
            size_t below = (size_t)(first > 0 ? first - 1 : h - 1) * nx;
            Flux south = flux(cells(depth + below, x, w, inside), cells(hv + below, x, w, inside),
                              cells(hu + below, x, w, inside), g);
            Flux here = flux(cells(depth + row, x, w, inside), cells(hv + row, x, w, inside),
                             cells(hu + row, x, w, inside), g);
            for (int y = first; y < min(first + ROWS, h); ++y) {
                size_t above = (size_t)(y + 1 < h ? y + 1 : 0) * nx;
                Flux north = flux(cells(depth + above, x, w, inside), cells(hv + above, x, w, inside),
                                  cells(hu + above, x, w, inside), g);
                Flux east = flux(cells(depth + row, x + 1, w, inside), cells(hu + row, x + 1, w, inside),
                                 cells(hv + row, x + 1, w, inside), g);
                Flux west = flux(cells(depth + row, x - 1, w, inside), cells(hu + row, x - 1, w, inside),
                                 cells(hv + row, x - 1, w, inside), g);
                put(own(depth_old + row, x, w, inside) - cx * (east.height - west.height)
                        - cy * (north.height - south.height),
                    depth_old + row, x, w, inside);
                put(own(hu_old + row, x, w, inside) - cx * (east.along - west.along)
                        - cy * (north.across - south.across),
                    hu_old + row, x, w, inside);
                put(own(hv_old + row, x, w, inside) - cx * (east.across - west.across)
                        - cy * (north.along - south.along),
                    hv_old + row, x, w, inside);
                south = here;
                here = north;
                row = above;
            }
            // ANCHOR_END: march
        }
}
// ANCHOR_END: step
