// Mistake: FILL-IN: what is wrong here.
// Verdict: wrong

SIGNATURE
{
    // FILL-IN: a kernel that is wrong as a student's would be.
}
