// global: 64
// local: 64
// buffer: x int 64 iota read
// buffer: best int 1 zeros
kernel void best_by_exchange(global const int *x, global int *best) {
    int mine = x[get_global_id(0)];
    int seen = 0;
    for (int tries = 0; tries < 3; tries++) {
        seen = atomic_cmpxchg(best, seen, max(seen, mine)); //~
    }
}
