/* Included before everything else: allocations that core.c lets fail. */
#include <stdlib.h>

void *failing_malloc(size_t size);
void *failing_calloc(size_t count, size_t size);
void *failing_realloc(void *old, size_t size);

#define malloc failing_malloc
#define calloc failing_calloc
#define realloc failing_realloc
