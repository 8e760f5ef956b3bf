a
/* b
c
