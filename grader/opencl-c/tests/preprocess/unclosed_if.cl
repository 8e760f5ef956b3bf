#ifdef A
x
#else
y
#if 1
z
