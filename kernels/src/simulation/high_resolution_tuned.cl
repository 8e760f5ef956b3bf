// One step of a high-resolution finite-volume scheme for the shallow-water equations over an uneven
// bottom, tuned: one kernel, in which each work-item goes up a strip of ROWS rows, VEC cells wide.
// Slopes and fluxes along y are worked out once and kept in registers for the next row; slopes and
// fluxes along x are worked out twice, which costs less than to store them or to pass them on. Memory
// sees seven numbers for each cell: four read, three written.
//
// A GPU wants VEC small, so that neighbouring work-items read neighbouring cells; a CPU wants VEC as
// wide as its vectors, and one work-item along x, which then follows whole rows. Any NDRange is right.

// Cells side by side that a work-item treats at once: 1, 2, 4, 8 or 16.
#ifndef VEC
#define VEC 2
#endif
// Rows of a strip.
#ifndef ROWS
#define ROWS 32
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
// VEC cells of a row from x on, which may be known to lie inside, or else is from -2 to nx + 1. The sea goes round: east of the last cell
// lies the first one.
lanes cells(global const float *row, int x, int nx, int inside)
{
    if (inside || (x >= 0 && x + VEC <= nx))
        return LOAD(row + x);
    float some[VEC];
    for (int k = 0; k < VEC; ++k)
        some[k] = row[(x + k + 2 * nx) % nx];
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

// Water in VEC cells, or at their edges: height of the surface, flow along a direction and across it.
typedef struct {
    lanes height, along, across;
} Water;

// ANCHOR: directions
// The water seen along x, and seen along y.
Water water(global const float *eta, global const float *hu, global const float *hv, size_t row,
            int x, int nx, int inside)
{
    Water q = { cells(eta + row, x, nx, inside), cells(hu + row, x, nx, inside), cells(hv + row, x, nx, inside) };
    return q;
}

Water turned(Water q)
{
    Water r = { q.height, q.across, q.along };
    return r;
}
// ANCHOR_END: directions

// ANCHOR: edge
// Of two slopes the gentler one; where they disagree in sign, at a crest or a trough, none.
lanes minmod(lanes a, lanes b)
{
    lanes gentler = fabs(a) < fabs(b) ? a : b;
    return a * b > 0.0f ? gentler : 0.0f;
}

Water slope(Water before, Water here, Water after)
{
    Water s = { minmod(here.height - before.height, after.height - here.height),
                minmod(here.along - before.along, after.along - here.along),
                minmod(here.across - before.across, after.across - here.across) };
    return s;
}

// The water half a cell from the middle: side is 0.5, or -0.5.
Water edge(Water here, Water slope, float side)
{
    Water q = { here.height + side * slope.height, here.along + side * slope.along,
                here.across + side * slope.across };
    return q;
}
// ANCHOR_END: edge

// ANCHOR: flux
// What flows through a face with the water l before and r behind it, above a bottom.
Water flux(Water l, Water r, lanes bottom, float g)
{
    lanes hl = l.height - bottom, hr = r.height - bottom;
    lanes ul = l.along / hl, ur = r.along / hr;
    // No wave is faster than the water and its waves together: as much as the jump needs is smoothed.
    lanes speed = fmax(fabs(ul) + sqrt(g * hl), fabs(ur) + sqrt(g * hr));
    Water f;
    f.height = 0.5f * (l.along + r.along) - 0.5f * speed * (r.height - l.height);
    f.along = 0.5f * (l.along * ul + 0.5f * g * hl * hl + (r.along * ur + 0.5f * g * hr * hr))
            - 0.5f * speed * (r.along - l.along);
    f.across = 0.5f * (l.across * ul + r.across * ur) - 0.5f * speed * (r.across - l.across);
    return f;
}
// ANCHOR_END: flux

// ANCHOR: step
kernel void shallow_flux(global const float *restrict eta, global const float *restrict hu,
                         global const float *restrict hv, global const float *restrict bottom,
                         global float *restrict eta_new, global float *restrict hu_new,
                         global float *restrict hv_new, float g, float cx, float cy, uint nx, uint ny)
{
    const int w = nx, h = ny;
    for (int first = get_global_id(1) * ROWS; first < h; first += get_global_size(1) * ROWS)
        for (int x = get_global_id(0) * VEC; x < w; x += get_global_size(0) * VEC) {
            // Do these cells and all that they look at lie within the rows? One question for all rows.
            const int inside = x >= 2 && x + VEC + 2 <= w;
            // ANCHOR: start
            size_t row = (size_t)first * nx;
            size_t below = (size_t)((first + h - 1) % h) * nx;
            size_t lower = (size_t)((first + 2 * h - 2) % h) * nx;
            size_t above = (size_t)((first + 1) % h) * nx;
            // The bottom at the western and the eastern ends of the southern faces.
            lanes sw = cells(bottom + row, x, w, inside), se = cells(bottom + row, x + 1, w, inside);
            Water under = turned(water(eta, hu, hv, below, x, w, inside));
            Water here = turned(water(eta, hu, hv, row, x, w, inside));
            Water over = turned(water(eta, hu, hv, above, x, w, inside));
            Water tilt = slope(turned(water(eta, hu, hv, lower, x, w, inside)), under, here);
            Water top = edge(under, tilt, 0.5f);
            tilt = slope(under, here, over);
            Water south = flux(top, edge(here, tilt, -0.5f), 0.5f * (sw + se), g);
            top = edge(here, tilt, 0.5f);
            // ANCHOR_END: start

            for (int y = first; y < min(first + ROWS, h); ++y) {
                // ANCHOR: north
                size_t upper = (size_t)((y + 2) % h) * nx;
                lanes nw = cells(bottom + above, x, w, inside), ne = cells(bottom + above, x + 1, w, inside);
                Water next = turned(water(eta, hu, hv, upper, x, w, inside));
                tilt = slope(here, over, next);
                Water north = flux(top, edge(over, tilt, -0.5f), 0.5f * (nw + ne), g);
                // ANCHOR_END: north

                // ANCHOR: east-west
                Water west2 = water(eta, hu, hv, row, x - 2, w, inside);
                Water west1 = water(eta, hu, hv, row, x - 1, w, inside);
                Water middle = turned(here);
                Water east1 = water(eta, hu, hv, row, x + 1, w, inside);
                Water east2 = water(eta, hu, hv, row, x + 2, w, inside);
                Water lean = slope(west1, middle, east1);
                lanes bw = 0.5f * (sw + nw), be = 0.5f * (se + ne);
                Water west = flux(edge(west1, slope(west2, west1, middle), 0.5f),
                                  edge(middle, lean, -0.5f), bw, g);
                Water east = flux(edge(middle, lean, 0.5f),
                                  edge(east1, slope(middle, east1, east2), -0.5f), be, g);
                // ANCHOR_END: east-west

                // ANCHOR: balance
                // What a sloping bottom pushes back: in a lake at rest exactly what the fluxes differ by.
                lanes bs = 0.5f * (sw + se), bn = 0.5f * (nw + ne);
                lanes push_x = g * (here.height - 0.5f * (be + bw)) * (be - bw);
                lanes push_y = g * (here.height - 0.5f * (bn + bs)) * (bn - bs);
                // ANCHOR_END: balance
                put(middle.height - cx * (east.height - west.height) - cy * (north.height - south.height),
                    eta_new + row, x, w, inside);
                put(middle.along - cx * (east.along - west.along + push_x)
                        - cy * (north.across - south.across),
                    hu_new + row, x, w, inside);
                put(middle.across - cx * (east.across - west.across)
                        - cy * (north.along - south.along + push_y),
                    hv_new + row, x, w, inside);

                // ANCHOR: up
                // One row up: what was north is south, and nothing of it is worked out again.
                south = north;
                top = edge(over, tilt, 0.5f);
                here = over;
                over = next;
                sw = nw;
                se = ne;
                row = above;
                above = upper;
                // ANCHOR_END: up
            }
        }
}
// ANCHOR_END: step
