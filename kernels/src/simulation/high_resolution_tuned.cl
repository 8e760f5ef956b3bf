// One step of a high-resolution finite-volume scheme for the shallow-water equations over an uneven
// bottom, tuned: one kernel, in which each work-item goes up a strip of ROWS rows, VEC cells wide.
// Slopes and fluxes along y are worked out once and kept in registers for the next row; along x the
// cells of a work-item share theirs, and only those at the two ends of the strip are worked out by two
// work-items. Memory sees seven numbers for each cell: four read, three written.
//
// Where arithmetic is as dear as memory, operations are saved: fluxes are kept as twice what they are
// until they are used, a velocity and the speed of waves come from one inverse root, and rows
// are unrolled, so that what moves up a row is not copied.
//
// A GPU wants VEC small, so that neighbouring work-items read neighbouring cells; a CPU wants VEC as
// wide as its vectors, and one work-item along x, which then follows whole rows. Any NDRange is right.

// Cells side by side that a work-item treats at once: 1, 2, 4, 8 or 16.
#ifndef VEC
#define VEC 4
#endif
// Rows of a strip.
#ifndef ROWS
#define ROWS 4
#endif
// Rows that are unrolled. As many as a GPU's cache of instructions holds: wider ones are longer.
#ifndef UNROLL
#define UNROLL (VEC <= 2 ? 3 : 1)
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
// What is one cell to the east of each lane, of which the last lane's comes from `next`; and one cell to the
// west, of which the first lane's comes from `last`.
#if VEC == 1
#define EAST_OF(c, next) (next)
#define WEST_OF(c, last) (last)
#elif VEC == 2
#define EAST_OF(c, next) (lanes)((c).s1, (next).s1)
#define WEST_OF(c, last) (lanes)((last).s0, (c).s0)
#elif VEC == 4
#define EAST_OF(c, next) (lanes)((c).s1, (c).s23, (next).s3)
#define WEST_OF(c, last) (lanes)((last).s0, (c).s01, (c).s2)
#elif VEC == 8
#define EAST_OF(c, next) (lanes)((c).s1, (c).s23, (c).s4567, (next).s7)
#define WEST_OF(c, last) (lanes)((last).s0, (c).s0123, (c).s45, (c).s6)
#else
#define EAST_OF(c, next) (lanes)((c).s1, (c).s23, (c).s4567, (c).s89abcdef, (next).sf)
#define WEST_OF(c, last) (lanes)((last).s0, (c).s01234567, (c).s89ab, (c).scd, (c).se)
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
// VEC cells of a row from x on. The sea goes round: east of the last cell lies the first one.
lanes cells(global const float *row, int x, int nx, const int known)
{
    if (known == ALIGNED)
        return *(global const lanes *)(row + x);
    if (known == INSIDE || x + VEC <= nx)
        return LOAD(row + x);
    float some[VEC];
    for (int k = 0; k < VEC; ++k)
        some[k] = row[(x + k) % nx];
    return LOAD(some);
}

// One cell beside the strip, in all lanes. One of them is used, and a GPU's compiler leaves out the others, with
// all that is worked out of them. Unless the strip lies inside, x is from -2 to nx + VEC + 1.
lanes cell(global const float *row, int x, int nx, const int known)
{
    return (lanes)(row[known == ENDS ? (x + 2 * nx) % nx : x]);
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
// ANCHOR_END: ends

// Water in VEC cells, or at their edges: height of the surface, flow along a direction and across it.
typedef struct {
    lanes height, along, across;
} Water;

// ANCHOR: directions
// The water seen along y, where it was seen along x, and the other way round.
Water turned(Water q)
{
    Water r = { q.height, q.across, q.along };
    return r;
}

Water east_of(Water q, Water next)
{
    Water r = { EAST_OF(q.height, next.height), EAST_OF(q.along, next.along), EAST_OF(q.across, next.across) };
    return r;
}

Water west_of(Water q, Water last)
{
    Water r = { WEST_OF(q.height, last.height), WEST_OF(q.along, last.along), WEST_OF(q.across, last.across) };
    return r;
}
// ANCHOR_END: directions

// ANCHOR: edge
// Of two slopes the gentler one; where they disagree in sign, at a crest or a trough, none. That is the one of
// them, held between zero and the other.
lanes minmod(lanes a, lanes b)
{
    return clamp(a, fmin(b, (lanes)(0.0f)), fmax(b, (lanes)(0.0f)));
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
// Twice what flows through a face with the water l before and r behind it, above a bottom of which `bottom` is
// twice the height.
Water flux(Water l, Water r, lanes bottom, float g)
{
    lanes hl = l.height - 0.5f * bottom, hr = r.height - 0.5f * bottom;
    // The speed of waves is the root of g h: g h times its inverse, whose square is 1 / (g h).
    lanes gl = g * hl, gr = g * hr;
    lanes inverse_l = rsqrt(gl), inverse_r = rsqrt(gr);
    lanes ul = g * l.along * (inverse_l * inverse_l), ur = g * r.along * (inverse_r * inverse_r);
    // No wave is faster than the water and its waves together: as much as the jump needs is smoothed.
    lanes speed = fmax(fabs(ul) + gl * inverse_l, fabs(ur) + gr * inverse_r);
    Water f;
    f.height = l.along + r.along - speed * (r.height - l.height);
    f.along = l.along * ul + r.along * ur + 0.5f * (gl * hl + gr * hr) - speed * (r.along - l.along);
    f.across = l.across * ul + r.across * ur - speed * (r.across - l.across);
    return f;
}
// ANCHOR_END: flux

// ANCHOR: strip
// Rows `first` and on, cells x and on. cx and cy are half of the time step over the sides of a cell, since fluxes
// are doubled.
void strip(global const float *restrict eta, global const float *restrict hu,
           global const float *restrict hv, global const float *restrict bottom,
           global float *restrict eta_new, global float *restrict hu_new,
           global float *restrict hv_new, float g, float cx, float cy, int w, int h, int x, int first,
           const int known)
{
// A row's cells seen along y, and one cell of a row seen along x.
#define ALONG_Y(row)                                                                              \
    (Water){ cells(eta + (row), x, w, known), cells(hv + (row), x, w, known), cells(hu + (row), x, w, known) }
#define ALONG_X(row, x)                                                                           \
    (Water){ cell(eta + (row), x, w, known), cell(hu + (row), x, w, known), cell(hv + (row), x, w, known) }
    // ANCHOR: start
    size_t row = (size_t)first * w;
    size_t below = (size_t)((first + h - 1) % h) * w;
    size_t lower = (size_t)((first + 2 * h - 2) % h) * w;
    size_t above = (size_t)((first + 1) % h) * w;
    // The bottom at the western and the eastern ends of the southern faces.
    lanes sw = cells(bottom + row, x, w, known);
    lanes se = EAST_OF(sw, cell(bottom + row, x + VEC, w, known));
    Water under = ALONG_Y(below), here = ALONG_Y(row), over = ALONG_Y(above);
    Water tilt = slope(ALONG_Y(lower), under, here);
    Water top = edge(under, tilt, 0.5f);
    tilt = slope(under, here, over);
    Water south = flux(top, edge(here, tilt, -0.5f), sw + se, g);
    top = edge(here, tilt, 0.5f);
    // ANCHOR_END: start

    const int end = min(first + ROWS, h);
#pragma unroll UNROLL
    for (int y = first; y < end; ++y) {
        // Two rows up, going round, which may be twice.
        int two_up = y + 2;
        two_up -= two_up >= h ? h : 0;
        two_up -= two_up >= h ? h : 0;
        const size_t upper = (size_t)two_up * w;
        Water next = ALONG_Y(upper);
        lanes nw = cells(bottom + above, x, w, known);
        lanes ne = EAST_OF(nw, cell(bottom + above, x + VEC, w, known));

        // ANCHOR: east-west
        // Of the cells beside the strip the nearest lane is meant.
        Water west2 = ALONG_X(row, x - 2), west1 = ALONG_X(row, x - 1);
        Water east1 = ALONG_X(row, x + VEC), east2 = ALONG_X(row, x + VEC + 1);
        Water middle = turned(here);
        Water lean = slope(west_of(middle, west1), middle, east_of(middle, east1));
        Water western = edge(middle, lean, -0.5f), eastern = edge(middle, lean, 0.5f);
        lanes bw = sw + nw, be = se + ne;
        // Through the east face of each cell; the west face of one is the east face of another, but for the first.
        Water last = edge(east1, slope(middle, east1, east2), -0.5f);
        Water east = flux(eastern, east_of(western, last), be, g);
        Water west = west_of(east, flux(edge(west1, slope(west2, west1, middle), 0.5f), western, bw, g));
        // ANCHOR_END: east-west

        // ANCHOR: north
        tilt = slope(here, over, next);
        Water north = flux(top, edge(over, tilt, -0.5f), nw + ne, g);
        // ANCHOR_END: north

        // ANCHOR: balance
        // What a sloping bottom pushes back, doubled: in a lake at rest exactly what the fluxes differ by.
        lanes bs = sw + se, bn = nw + ne;
        lanes push_x = g * (here.height - 0.25f * (be + bw)) * (be - bw);
        lanes push_y = g * (here.height - 0.25f * (bn + bs)) * (bn - bs);
        // ANCHOR_END: balance
        put(middle.height - cx * (east.height - west.height) - cy * (north.height - south.height),
            eta_new + row, x, w, known);
        put(middle.along - cx * (east.along - west.along + push_x) - cy * (north.across - south.across),
            hu_new + row, x, w, known);
        put(middle.across - cx * (east.across - west.across) - cy * (north.along - south.along + push_y),
            hv_new + row, x, w, known);

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
// ANCHOR_END: strip

// ANCHOR: step
kernel void shallow_flux(global const float *restrict eta, global const float *restrict hu,
                         global const float *restrict hv, global const float *restrict bottom,
                         global float *restrict eta_new, global float *restrict hu_new,
                         global float *restrict hv_new, float g, float cx, float cy, uint nx, uint ny)
{
    const int w = nx, h = ny;
    cx *= 0.5f;
    cy *= 0.5f;
    for (int first = get_global_id(1) * ROWS; first < h; first += get_global_size(1) * ROWS)
        for (int x = get_global_id(0) * VEC; x < w; x += get_global_size(0) * VEC) {
            // Do these cells and all that they look at lie within the rows? One question for all rows.
            const int inside = x >= 2 && x + VEC + 2 <= w;
            if (inside && w % VEC == 0)
                strip(eta, hu, hv, bottom, eta_new, hu_new, hv_new, g, cx, cy, w, h, x, first, ALIGNED);
            else if (inside)
                strip(eta, hu, hv, bottom, eta_new, hu_new, hv_new, g, cx, cy, w, h, x, first, INSIDE);
            else
                strip(eta, hu, hv, bottom, eta_new, hu_new, hv_new, g, cx, cy, w, h, x, first, ENDS);
        }
}
// ANCHOR_END: step
