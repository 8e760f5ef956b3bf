// One step of a high-resolution finite-volume scheme for the shallow-water equations over an uneven bottom, tuned for
// GPUs: each work-item goes up a column of ROWS cells. What flows along y it keeps in registers for the next row; what
// flows along x the work-items of a work-group exchange through local memory, so each slope and each flux is worked
// out once. Of the columns of a work-group the two at each end are halo: they are worked out, and stored by another.
//
// One cell a work-item takes few registers, so that many warps have room on a compute unit, and each row is read one
// row before it is needed. high_resolution_tuned.cl treats several cells a work-item, which suits CPUs.
//
// A GPU wants WIDTH given, and work-groups of WIDTH x 1: as many along x as WIDTH - 4 divides the row, and one for each
// ROWS rows. A compiler that does not know the size of a work-group has to expect the largest, and may leave each
// work-item too few registers. Where WIDTH is not given any NDRange is right. There are fewer than 2^32 cells.

// The most columns of a work-group: local memory is laid out for them.
#ifdef WIDTH
#define GROUP __attribute__((reqd_work_group_size(WIDTH, 1, 1)))
#define GROUP_SIZE WIDTH
#else
#define WIDTH 128
#define GROUP
#define GROUP_SIZE ((int)(get_local_size(0) * get_local_size(1)))
#endif
// Rows of a strip.
#ifndef ROWS
#define ROWS 128
#endif
// Columns beside those that a work-group stores, at each end.
#define HALO 2
// Work-items that a work-group needs for two columns of its own.
#define LEAST (2 * HALO + 2)

// Water in a cell, or at its edge: height of the surface, flow along a direction and across it.
typedef struct {
    float height, along, across;
} Water;

// The water seen along y, where it was seen along x, and the other way round.
Water turned(Water q)
{
    Water r = { q.height, q.across, q.along };
    return r;
}

Water minus(Water a, Water b)
{
    Water r = { a.height - b.height, a.along - b.along, a.across - b.across };
    return r;
}

// Of two slopes the gentler one; where they disagree in sign, at a crest or a trough, none. That is the one of
// them, held between zero and the other.
float minmod(float a, float b)
{
    return clamp(a, fmin(b, 0.0f), fmax(b, 0.0f));
}

Water gentler(Water a, Water b)
{
    Water s = { minmod(a.height, b.height), minmod(a.along, b.along), minmod(a.across, b.across) };
    return s;
}

// The water half a cell from the middle: side is 0.5, or -0.5.
Water edge(Water here, Water slope, float side)
{
    Water q = { here.height + side * slope.height, here.along + side * slope.along,
                here.across + side * slope.across };
    return q;
}

// Twice what flows through a face with the water l before and r behind it, above a bottom of which `bottom` is
// twice the height.
Water flux(Water l, Water r, float bottom, float g)
{
    float hl = l.height - 0.5f * bottom, hr = r.height - 0.5f * bottom;
    // The speed of waves is the root of g h: g h times its inverse, whose square is 1 / (g h).
    float gl = g * hl, gr = g * hr;
    float inverse_l = rsqrt(gl), inverse_r = rsqrt(gr);
    float ul = g * l.along * (inverse_l * inverse_l), ur = g * r.along * (inverse_r * inverse_r);
    // No wave is faster than the water and its waves together: as much as the jump needs is smoothed.
    float speed = fmax(fabs(ul) + gl * inverse_l, fabs(ur) + gr * inverse_r);
    Water f;
    f.height = l.along + r.along - speed * (r.height - l.height);
    f.along = l.along * ul + r.along * ur + 0.5f * (gl * hl + gr * hr) - speed * (r.along - l.along);
    f.across = l.across * ul + r.across * ur - speed * (r.across - l.across);
    return f;
}

// What flows through a face, from the two cells before it and the two behind it.
Water between(Water l2, Water l1, Water r1, Water r2, float bottom, float g)
{
    Water before = gentler(minus(l1, l2), minus(r1, l1)), behind = gentler(minus(r1, l1), minus(r2, r1));
    return flux(edge(l1, before, 0.5f), edge(r1, behind, -0.5f), bottom, g);
}

// A cell after the step. Fluxes, bottoms and pushes are doubled, and cx and cy halved for it. What a sloping bottom
// pushes back is, in a lake at rest, exactly what the fluxes differ by.
Water stepped(Water here, Water west, Water east, Water south, Water north, float bw, float be, float bs, float bn,
              float g, float cx, float cy)
{
    float push_x = g * (here.height - 0.25f * (be + bw)) * (be - bw);
    float push_y = g * (here.height - 0.25f * (bn + bs)) * (bn - bs);
    Water q = { here.height - cx * (east.height - west.height) - cy * (north.height - south.height),
                here.along - cx * (east.along - west.along + push_x) - cy * (north.across - south.across),
                here.across - cx * (east.across - west.across) - cy * (north.along - south.along + push_y) };
    return q;
}

// ANCHOR: exchange
// What each column shows to its neighbours.
typedef struct {
    float height[WIDTH], along[WIDTH], across[WIDTH];
} Shown;

void show(local Shown *shown, int column, Water q)
{
    shown->height[column] = q.height;
    shown->along[column] = q.along;
    shown->across[column] = q.across;
}

Water seen(local const Shown *shown, int column)
{
    Water q = { shown->height[column], shown->along[column], shown->across[column] };
    return q;
}
// ANCHOR_END: exchange

// Cells seen along x and along y; the cell a row up, and a row down. The sea goes round.
#define ALONG_X(at) (Water){ eta[at], hu[at], hv[at] }
#define ALONG_Y(at) (Water){ eta[at], hv[at], hu[at] }
#define UP(at) ((at) + w < cells ? (at) + w : (at) + w - cells)
#define DOWN(at) ((at) >= w ? (at) - w : (at) + cells - w)

GROUP kernel void shallow_flux(global const float *restrict eta, global const float *restrict hu,
                         global const float *restrict hv, global const float *restrict bottom,
                         global float *restrict eta_new, global float *restrict hu_new,
                         global float *restrict hv_new, float g, float cx, float cy, uint nx, uint ny)
{
    local Shown rows, edges, flows;
    local float corners[WIDTH];
    const uint w = nx, h = ny, cells = nx * ny;
    cx *= 0.5f;
    cy *= 0.5f;

    if (GROUP_SIZE < LEAST) {
        // Too few for an exchange: each cell by itself.
        for (uint y = get_global_id(1); y < h; y += get_global_size(1))
            for (uint x = get_global_id(0); x < w; x += get_global_size(0)) {
                const uint at = y * w + x, up = UP(at), down = DOWN(at);
                const uint e1 = y * w + (x + 1) % w, e2 = y * w + (x + 2) % w;
                const uint w1 = y * w + (x + w - 1) % w, w2 = y * w + (x + 2 * w - 2) % w;
                const float sw = bottom[at], se = bottom[e1], nw = bottom[up], ne = bottom[UP(e1)];
                Water here = ALONG_X(at), beside = ALONG_Y(at);
                Water west = between(ALONG_X(w2), ALONG_X(w1), here, ALONG_X(e1), sw + nw, g);
                Water east = between(ALONG_X(w1), here, ALONG_X(e1), ALONG_X(e2), se + ne, g);
                Water south = between(ALONG_Y(DOWN(down)), ALONG_Y(down), beside, ALONG_Y(up), sw + se, g);
                Water north = between(ALONG_Y(down), beside, ALONG_Y(up), ALONG_Y(UP(up)), nw + ne, g);
                Water q = stepped(here, west, east, south, north, sw + nw, se + ne, sw + se, nw + ne, g, cx, cy);
                eta_new[at] = q.height;
                hu_new[at] = q.along;
                hv_new[at] = q.across;
            }
        return;
    }

    const int width = min(GROUP_SIZE, WIDTH);
    const int lid = get_local_id(1) * get_local_size(0) + get_local_id(0);
    // A work-item beyond the columns shows nothing, and goes to the barriers.
    const bool shows = GROUP_SIZE <= WIDTH || lid < width;
    const int to_west = clamp(lid - 1, 0, width - 1), to_east = min(lid + 1, width - 1);
    const uint inner = width - 2 * HALO;
    const uint across = (w + inner - 1) / inner, strips = (h + ROWS - 1) / ROWS;
    const uint groups = get_num_groups(0) * get_num_groups(1);
    for (uint part = get_group_id(1) * get_num_groups(0) + get_group_id(0); part < across * strips; part += groups) {
        const uint first = part / across * ROWS, left = part % across * inner;
        const bool own = lid >= HALO && lid < width - HALO && left + lid - HALO < w;
        uint at = first * w + (left + lid + 2 * w - HALO) % w;
        uint above = UP(at), upper = UP(above);
        float sw = bottom[at], nw = bottom[above];
        const uint below = DOWN(at);
        Water under = ALONG_Y(below), here = ALONG_Y(at), over = ALONG_Y(above), next = ALONG_Y(upper);
        if (shows) {
            show(&rows, lid, turned(here));
            corners[lid] = sw;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        Water western = seen(&rows, to_west), eastern = seen(&rows, to_east);
        float se = corners[to_east];
        barrier(CLK_LOCAL_MEM_FENCE);
        // Through the southern face, and what is kept of it: the rise to the row above, and this row's northern edge.
        Water rise = minus(over, here);
        Water south = between(ALONG_Y(DOWN(below)), under, here, over, sw + se, g);
        Water top = edge(here, gentler(minus(here, under), rise), 0.5f);

        // ANCHOR: rows
        const uint end = min(first + ROWS, h);
#pragma unroll 2
        for (uint y = first; y < end; ++y) {
            // On the way while this row is worked out: what the next one needs.
            const uint beyond = UP(upper);
            Water coming = ALONG_Y(beyond);
            const float coming_nw = bottom[upper];

            Water middle = turned(here);
            Water slope = gentler(minus(middle, western), minus(eastern, middle));
            if (shows) {
                show(&edges, lid, edge(middle, slope, -0.5f));
                corners[lid] = nw;
            }
            barrier(CLK_LOCAL_MEM_FENCE);

            // North of here: nothing of it is worked out again in the next row.
            const float ne = corners[to_east];
            const float bw = sw + nw, be = se + ne, bs = sw + se, bn = nw + ne;
            Water next_rise = minus(next, over);
            Water tilt = gentler(rise, next_rise);
            Water north = flux(top, edge(over, tilt, -0.5f), bn, g);
            // East of here; what flows in from the west is what flows out of the western neighbour.
            Water east = flux(edge(middle, slope, 0.5f), seen(&edges, to_east), be, g);
            if (shows) {
                show(&flows, lid, east);
                show(&rows, lid, turned(over));
            }
            barrier(CLK_LOCAL_MEM_FENCE);

            Water west = seen(&flows, to_west);
            western = seen(&rows, to_west);
            eastern = seen(&rows, to_east);
            Water q = stepped(middle, west, east, south, north, bw, be, bs, bn, g, cx, cy);
            if (own) {
                eta_new[at] = q.height;
                hu_new[at] = q.along;
                hv_new[at] = q.across;
            }

            south = north;
            rise = next_rise;
            top = edge(over, tilt, 0.5f);
            here = over;
            over = next;
            next = coming;
            sw = nw;
            se = ne;
            nw = coming_nw;
            at = above;
            above = upper;
            upper = beyond;
        }
        // ANCHOR_END: rows
        // The last row's neighbours have been seen before the next strip shows its own.
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
