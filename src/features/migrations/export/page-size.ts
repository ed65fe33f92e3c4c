/** Rows per read. Small pages cost round trips, large ones memory, since a message can be long. Pure. */
const pageLength = 400_000
const fewest = 20
const most = 2000

/** Used until lengths are known. */
export const firstRows = 200

/** As many rows as fill a page, if they are like those of the last page. */
export const nextPageRows = (rows: number, length: number): number =>
  Math.min(most, Math.max(fewest, Math.floor((pageLength * rows) / Math.max(1, length))))
