// Tries: includes the solution that lies beside the exercises.
// Verdict: build-failed

#include "../../solutions/02-saxpy/kernel.cl"
