/** Tunes when V8 collects garbage. */
import v8 from 'node:v8'

/**
 * The limit is a percentage of the live heap. V8's own limit is up to four times the heap, and a server would
 * keep that much garbage.
 */
const garbagePercent = 50

/** Takes effect with the next collection, however the process was started. */
export const collectGarbageEarly = (): void =>
  v8.setFlagsFromString(`--heap-growing-percent=${garbagePercent}`)
