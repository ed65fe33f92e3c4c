import type { Page, RowFailure } from '../connector.ts'

export interface Walked<R> {
  records: R[]
  failures: RowFailure[]
  pages: number
  /** Of the last page. */
  watermark: string | null
  expected: number | null
}

// Far above what any test portfolio needs: a walk that gets here goes round.
const mostPages = 500

/** Follows a walk to its end, as the sync engine does. `between` runs after each page but the last. */
export async function walkAll<R>(
  page: (cursor: string | null) => Promise<Page<R> & { watermark?: string | null }>,
  between: (pages: number) => Promise<void> = async () => {},
): Promise<Walked<R>> {
  const walked: Walked<R> = { records: [], failures: [], pages: 0, watermark: null, expected: null }
  const cursors = new Set<string>()
  for (let cursor: string | null = null; ;) {
    const current: Page<R> & { watermark?: string | null } = await page(cursor)
    walked.records.push(...current.records)
    walked.failures.push(...current.failures)
    walked.pages += 1
    walked.watermark = current.watermark ?? null
    walked.expected ??= current.expected ?? null
    if (current.next === null) return walked
    if (cursors.has(current.next)) throw new Error('the walk came back to a place where it had been')
    if (walked.pages >= mostPages) throw new Error(`the walk did not end after ${mostPages} pages`)
    cursors.add(current.next)
    cursor = current.next
    await between(walked.pages)
  }
}
