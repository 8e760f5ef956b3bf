// FILL-IN: what it does, in one sentence.

// ANCHOR: solution
SIGNATURE
{
    // FILL-IN: the right kernel.
}
// ANCHOR_END: solution
