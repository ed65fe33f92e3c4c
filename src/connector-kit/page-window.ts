export interface PageWindow {
  /** Pages are counted from 1. */
  page: number
  size: number
  /** The page begins with this many rows before the requested position. */
  skip: number
}

/**
 * Picks the numbered page that starts at or shortly before a position and reaches furthest. With another size pages can overlap, which
 * shows whether the list has shifted.
 */
export function pageWindow(offset: number, largestSize: number): PageWindow {
  const sizes = Array.from({ length: Math.ceil(largestSize / 2) }, (_, index) => largestSize - index)
  const windows = sizes.map((size) => ({ page: Math.floor(offset / size) + 1, size, skip: offset % size }))
  return windows.reduce((best, next) => (next.size - next.skip > best.size - best.skip ? next : best))
}
