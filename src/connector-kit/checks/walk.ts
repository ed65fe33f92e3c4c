import type { VendorPage } from '../connector.ts'
import type { RowFailure } from '../paginate.ts'

export interface BoundedWalk<R> {
  records: R[]
  failures: RowFailure[]
  pages: number
  end: 'ended' | 'bounded' | 'loops'
  /** From the last page. */
  watermark: string | null
  expected: number | null
}

export interface WalkBounds {
  maxRecords: number
  signal: AbortSignal
}

/** Follows a walk to its end or to the bound, whichever comes first. */
export async function walk<R>(
  { maxRecords, signal }: WalkBounds,
  page: (cursor: string | null) => Promise<VendorPage<R> & { watermark?: string | null }>,
): Promise<BoundedWalk<R>> {
  const walked: BoundedWalk<R> = {
    records: [],
    failures: [],
    pages: 0,
    end: 'ended',
    watermark: null,
    expected: null,
  }
  const cursors = new Set<string>()
  const places = new Map<unknown, number>()
  for (let cursor: string | null = null; ;) {
    signal.throwIfAborted()
    const current: VendorPage<R> & { watermark?: string | null } = await page(cursor)
    for (const record of current.records) {
      const { externalId: id } = record as { externalId?: unknown }
      const before = current.again ? places.get(id) : undefined
      // A record that a page repeats on purpose replaces its first form once; further repetitions are kept as found.
      if (before !== undefined) {
        walked.records[before] = record
        places.delete(id)
      } else {
        if (!current.again) places.set(id, walked.records.length)
        walked.records.push(record)
      }
    }
    walked.failures.push(...current.failures)
    walked.pages += 1
    walked.watermark = current.watermark ?? null
    walked.expected ??= current.expected ?? null
    if (current.next === null) return walked
    if (cursors.has(current.next)) return { ...walked, end: 'loops' }
    // Pages can be empty if a vendor is walked by dates, so they count too.
    if (walked.records.length + walked.pages >= maxRecords) return { ...walked, end: 'bounded' }
    cursors.add(current.next)
    cursor = current.next
  }
}
