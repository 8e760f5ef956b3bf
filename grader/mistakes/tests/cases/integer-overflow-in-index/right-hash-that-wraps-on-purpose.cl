// A hash is meant to wrap around.
// global: 4
// buffer: table uint 8 zeros
kernel void insert(global uint *table)
{
    uint key = get_global_id(0);
    atomic_inc(&table[key * 2654435761u >> 29]);
}
