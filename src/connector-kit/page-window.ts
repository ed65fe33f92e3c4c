export interface PageWindow {
  /** From 1. */
  page: number
  size: number
  /** Rows at the start of the page that lie before the wanted position. */
  skip: number
}

/**
 * The page of a list with numbered pages that begins at a position or shortly before it and reaches furthest beyond.
 * Numbered pages cannot overlap while their size stays the same; with another size they can, which is what a walk by
 * position needs to notice that the list has moved up.
 */
export function pageWindow(offset: number, largestSize: number): PageWindow {
  const sizes = Array.from({ length: Math.ceil(largestSize / 2) }, (_, index) => largestSize - index)
  const windows = sizes.map((size) => ({ page: Math.floor(offset / size) + 1, size, skip: offset % size }))
  return windows.reduce((best, next) => (next.size - next.skip > best.size - best.skip ? next : best))
}
