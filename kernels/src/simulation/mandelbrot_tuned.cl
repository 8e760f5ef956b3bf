// The Mandelbrot set with less divergence. A work-item looks only every BLOCK steps whether a point got
// away: the steps between need no comparison, and if one did they are made once more to find out where.
// And a work-item may have a whole series of points, of which it takes the next as soon as one is done, so
// that no lane of a vector waits for a neighbour's long point.
//
// A CPU wants VEC as wide as its vectors and some work-groups of one work-item for each core, so that
// series are long. A GPU wants VEC = 1; one work-item for each point was best where it was measured. Any
// NDRange is right.

// Points that a work-item has at once: 1, 2, 4, 8 or 16.
#ifndef VEC
#define VEC 1
#endif
// Steps between two looks.
#ifndef BLOCK
#define BLOCK 32
#endif

#define JOIN_NOW(a, b) a##b
#define JOIN(a, b) JOIN_NOW(a, b)
#if VEC == 1
typedef float lanes;
typedef int marks;
typedef uint numbers;
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#define AS_NUMBERS(v) as_uint(v)
#else
typedef JOIN(float, VEC) lanes;
typedef JOIN(int, VEC) marks;
typedef JOIN(uint, VEC) numbers;
#define LOAD(p) JOIN(vload, VEC)(0, p)
#define STORE(v, p) JOIN(vstore, VEC)(v, 0, p)
#define AS_NUMBERS(v) JOIN(as_uint, VEC)(v)
#endif

// ANCHOR: mandelbrot
kernel void mandelbrot(global uint *counts, float left, float top, float step,
                       uint w, uint h, uint limit)
{
    // ANCHOR: series
    // The points of a work-item lie as far apart as there are work-items: neighbours begin with
    // neighbouring points, and everyone has some of each part of the plane.
    const uint points = w * h;
    const uint items = get_global_size(0) * get_global_size(1);
    uint next = get_global_id(1) * get_global_size(0) + get_global_id(0);
    // ANCHOR_END: series

    // Of each lane: the number of its point, the point, z, the steps so far, and whether z is near.
    uint point[VEC], steps[VEC];
    float cr[VEC], ci[VEC], zr[VEC], zi[VEC];
    int near[VEC];
    for (int k = 0; k < VEC; ++k) {
        point[k] = points;
        steps[k] = 0;
        near[k] = 0;
    }

    for (;;) {
        // ANCHOR: refill
        int busy = 0;
        for (int k = 0; k < VEC; ++k) {
            if (!near[k] || steps[k] >= limit) {
                if (point[k] < points)
                    counts[point[k]] = min(steps[k], limit);
                point[k] = next;
                cr[k] = left + next % w * step;
                ci[k] = top - next / w * step;
                zr[k] = zi[k] = 0.0f;
                steps[k] = 0;
                // A lane without a point is never near.
                near[k] = next < points ? -1 : 0;
                next = next < points && points - next > items ? next + items : points;
            }
            busy |= near[k];
        }
        if (!busy)
            return;
        // ANCHOR_END: refill

        lanes a = LOAD(cr), b = LOAD(ci), x = LOAD(zr), y = LOAD(zi);
        numbers n = LOAD(steps);
        const marks has_point = LOAD(near);
        // ANCHOR: block
        // BLOCK steps without a look, as long as that goes well: where a point is away afterwards, or
        // its steps are at an end, it is done again from here.
        lanes old_x, old_y;
        for (;;) {
            old_x = x;
            old_y = y;
            for (int k = 0; k < BLOCK; ++k) {
                lanes next_x = x * x - y * y + a;
                y = 2.0f * x * y + b;
                x = next_x;
            }
            marks goes_on = x * x + y * y < 4.0f ? has_point : 0;
            goes_on = n + BLOCK <= limit ? goes_on : 0;
            if (any(has_point & ~goes_on))
                break;
            n += BLOCK;
        }
        // ANCHOR_END: block

        // ANCHOR: again
        // The same steps, and each is counted. Once away a point stays away.
        marks is_near = has_point;
        for (int k = 0; k < BLOCK; ++k) {
            is_near = old_x * old_x + old_y * old_y < 4.0f ? is_near : 0;
            n += AS_NUMBERS(is_near & 1);
            lanes next_x = old_x * old_x - old_y * old_y + a;
            old_y = 2.0f * old_x * old_y + b;
            old_x = next_x;
        }
        is_near = old_x * old_x + old_y * old_y < 4.0f ? is_near : 0;
        STORE(old_x, zr);
        STORE(old_y, zi);
        STORE(n, steps);
        STORE(is_near, near);
        // ANCHOR_END: again
    }
}
// ANCHOR_END: mandelbrot
