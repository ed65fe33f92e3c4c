/** Cuts a page out of a list and returns the cursor of the next one. */
export function cut<Row>(
  rows: readonly Row[],
  { after, size }: { after: string | null | undefined; size: number },
): { page: Row[]; next: string | null; cursorOf(index: number): string } {
  const start = after ? Number(Buffer.from(after, 'base64url').toString()) : 0
  const end = start + Math.max(0, size)
  const cursorOf = (index: number) => Buffer.from(String(start + index + 1)).toString('base64url')
  const next = end < rows.length ? Buffer.from(String(end)).toString('base64url') : null
  return { page: rows.slice(start, end), next, cursorOf }
}
