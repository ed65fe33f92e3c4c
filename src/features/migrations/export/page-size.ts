/**
 * How many lines are read at once. Small pages are many trips to the database, which cost most where the machine is busy; large ones
 * are held in memory, and a message can be long. Pure.
 */
const pageLength = 400_000
const fewest = 20
const most = 2000

/** Before anything is known of their length. */
export const firstRows = 200

/** As many as make a page of that length if they are like those of the page before. */
export const nextPageRows = (rows: number, length: number): number =>
  Math.min(most, Math.max(fewest, Math.floor((pageLength * rows) / Math.max(1, length))))
