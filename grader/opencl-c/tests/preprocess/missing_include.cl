before
#include "nothing.h"
after
