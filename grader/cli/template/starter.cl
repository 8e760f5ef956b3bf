// Exercise: template
//
// FILL-IN: what to do, what the arguments are, what is easily overlooked.

SIGNATURE
{
    // Your code goes here.
}
