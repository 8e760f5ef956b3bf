// The running sums of a whole array of any length, in one pass: each element is read once and written once. A
// work-group takes the next part of the array, finds the running sums within it, and then looks back, at what the
// work-groups before it have made known so far: of each part its own sum, and later the sum of all up to its end.
// It adds the former up to the nearest of the latter (D. Merrill, M. Garland, 2016: decoupled look-back).
//
// So a work-group waits for others, which OpenCL allows only in part: it promises no work-group that it goes on
// while others run. Two things are needed and true of GPUs that are sold today. A work-group that has begun goes
// on. And those that are waited for have begun, which the kernel sees to: parts are handed out by a ticket, in the
// order in which work-groups begin. Where that is not so, take the three launches of scan_tuned.cl.
//
// While a work-group looks back, its next part is on its way from memory: the ticket for it is taken before. It waits
// for parts before its first one alone, so the least part that is not done waits for none.
//
// What is known of a part is one word of 64 bits, exchanged at once: cl_khr_int64_base_atomics is needed.
//
// A GPU wants work-groups of 128 work-items or so, as many as are resident at once: each takes parts until none is
// left.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

// Vectors of 4 elements of a work-item, a multiple of 4.
#ifndef ROWS
#define ROWS 12
#endif
// Parts that a work-group looks back at together.
#ifndef WINDOW
#define WINDOW 32
#endif

#define WIDTH 4

// ANCHOR: known
// What a part's word says: what the sum in its lower half is of. 0 is nothing yet.
#define OF_PART 1
#define OF_ALL 2

void make_known(volatile global ulong *word, ulong of, uint sum)
{
    atom_xchg(word, of << 32 | sum);
}
// ANCHOR_END: known

// ANCHOR: start
// Before each scan: no ticket is taken, and nothing known. `status` has two words, and two for each part.
kernel void scan_start(global uint *status, uint words)
{
    for (size_t i = get_global_id(0); i < words; i += get_global_size(0))
        status[i] = 0;
}
// ANCHOR_END: start

// WIDTH elements from i on; zeros, which change no sum, beyond the end. An array begins where a vector may, and so
// do all its vectors.
int4 read(global const int *x, size_t i, size_t n)
{
    if (i + WIDTH <= n)
        return *(global const int4 *)(x + i);
    int some[WIDTH];
    for (uint k = 0; k < WIDTH; ++k)
        some[k] = i + k < n ? x[i + k] : 0;
    return vload4(0, some);
}

// ROWS rows of a vector of each work-item. All are on their way before the first is needed.
void read_part(int4 *values, global const int *x, size_t first, size_t n)
{
    const size_t size = get_local_size(0);
#pragma unroll
    for (uint r = 0; r < ROWS; ++r)
        values[r] = read(x, first + r * size * WIDTH, n);
}

void write(int4 values, global int *sums, size_t i, size_t n)
{
    if (i + WIDTH <= n) {
        *(global int4 *)(sums + i) = values;
        return;
    }
    int some[WIDTH];
    vstore4(values, 0, some);
    for (uint k = 0; k < WIDTH; ++k)
        if (i + k < n)
            sums[i + k] = some[k];
}

// ANCHOR: kernel
// `space` has room for ROWS + 2 integers of each work-item.
kernel void scan_once(global const int *restrict x, volatile global uint *status, global int *restrict sums,
                      local int4 *space, uint n)
{
    local uint ticket, missing, nearest, gathered;
    const uint lid = get_local_id(0);
    const uint size = get_local_size(0);
    const uint of_part = size * WIDTH * ROWS;
    const uint parts = n / of_part + (n % of_part > 0);
    volatile global ulong *known = (volatile global ulong *)status + 1;
    local int *vectors = (local int *)space;

    if (lid == 0)
        ticket = atomic_inc(&status[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint part = ticket;
    int4 coming[ROWS];
    if (part < parts)
        read_part(coming, x, (size_t)part * of_part + lid * WIDTH, n);

    while (part < parts) {
        // ANCHOR: within
        int4 values[ROWS];
        // Running sums within each vector; their last ones, in the order of the array.
#pragma unroll
        for (uint r = 0; r < ROWS; ++r) {
            values[r] = coming[r];
            values[r].y += values[r].x;
            values[r].z += values[r].y;
            values[r].w += values[r].z;
            vectors[r * size + lid] = values[r].w;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        // Each work-item adds up ROWS of them that lie side by side, and a scan by doubling goes over these sums.
        int before[ROWS];
#pragma unroll
        for (uint r = 0; r < ROWS / 4; ++r)
            vstore4(space[lid * (ROWS / 4) + r], r, before);
        int own = 0;
#pragma unroll
        for (uint r = 0; r < ROWS; ++r) {
            const int sum = before[r];
            before[r] = own;
            own += sum;
        }
        local int *from = vectors + size * ROWS;
        local int *to = from + size;
        from[lid] = own;
        barrier(CLK_LOCAL_MEM_FENCE);
        int reached = own;
        for (uint distance = 1; distance < size; distance *= 2) {
            if (lid >= distance)
                reached += from[lid - distance];
            to[lid] = reached;
            barrier(CLK_LOCAL_MEM_FENCE);
            local int *written = to;
            to = from;
            from = written;
        }
        const uint sum_of_part = from[size - 1];
        // ANCHOR_END: within
        if (lid == 0) {
            make_known(&known[part], part == 0 ? OF_ALL : OF_PART, sum_of_part);
            ticket = atomic_inc(&status[0]);
        }
        // What lies before each vector, of this part.
#pragma unroll
        for (uint r = 0; r < ROWS; ++r)
            before[r] += reached - own;
#pragma unroll
        for (uint r = 0; r < ROWS / 4; ++r)
            space[lid * (ROWS / 4) + r] = vload4(r, before);
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint next = ticket;
        if (next < parts)
            read_part(coming, x, (size_t)next * of_part + lid * WIDTH, n);

        // ANCHOR: back
        // `left` parts before this one are not added yet. A work-item each looks at the last of them.
        const uint window = min(size, (uint)WINDOW);
        uint earlier = 0;
        uint left = part;
        while (left > 0) {
            if (lid == 0) {
                missing = window;
                nearest = window;
                gathered = 0;
            }
            ulong word = (ulong)OF_ALL << 32; // before the first part there is nothing
            if (lid < window && lid < left)
                word = atom_add(&known[left - 1 - lid], 0);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lid < window) {
                if (word >> 32 == 0)
                    atomic_min(&missing, lid);
                else if (word >> 32 == OF_ALL)
                    atomic_min(&nearest, lid);
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            // Up to the nearest sum of all, if nothing is missing on the way; else up to what is missing.
            const bool found = nearest < missing;
            const uint usable = found ? nearest + 1 : missing;
            if (lid < usable)
                atomic_add(&gathered, (uint)word);
            barrier(CLK_LOCAL_MEM_FENCE);
            earlier += gathered;
            left = found ? 0 : left - usable;
            if (lid == 0 && left == 0)
                make_known(&known[part], OF_ALL, earlier + sum_of_part);
            // The next round begins with new numbers.
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        // ANCHOR_END: back

        const size_t first = (size_t)part * of_part + lid * WIDTH;
#pragma unroll
        for (uint r = 0; r < ROWS; ++r)
            write(values[r] + (int)(earlier + vectors[r * size + lid]), sums, first + (size_t)r * size * WIDTH, n);
        // The next part's vectors take the place of this one's.
        barrier(CLK_LOCAL_MEM_FENCE);
        part = next;
    }
}
// ANCHOR_END: kernel
