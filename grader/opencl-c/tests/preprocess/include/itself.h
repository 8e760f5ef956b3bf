again
#include "itself.h"
