// Exercise: template
//
// FILL-IN: what to do, what the arguments are, what is easily overlooked.
//
RANGES

SIGNATURE
{
    // Your code goes here.
}
