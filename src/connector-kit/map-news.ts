/** Rows that are as they were when they were stored last are not read again: neither checked nor mapped. */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { mapRows, together, type MappedRows } from './paginate.ts'
import type { RowMapping } from './tolerance/map-row.ts'
import type { VendorContext } from './vendor-context.ts'

/** A row under the id that its record has. */
export interface GivenRow {
  externalId: string
  /** The row, and whatever else its record is made of. */
  row: unknown
}

/** Answers the ids of those that are stored as they came. */
export type StoredRows = (given: readonly GivenRow[]) => Promise<ReadonlySet<string>>

/**
 * For rows of which nothing but the row itself makes the record. What else does is told by `beside`. Nothing may be done with the records
 * afterwards but handing them over: those that are unchanged are not there.
 */
export async function mapNews<Row, R>(
  { asStored }: VendorContext,
  rows: unknown[],
  mapping: RowMapping<Row, R>,
  beside?: (row: unknown) => unknown,
): Promise<MappedRows<R> & { unchanged: string[] }> {
  if (asStored === undefined) return { ...(await mapWithPauses(rows, mapping)), unchanged: [] }
  const given = rows.map((row) => ({
    externalId: mapping.idOf(row),
    row: beside === undefined ? row : [row, beside(row)],
  }))
  const unchanged = await asStored(given)
  const news = rows.filter((_, place) => !unchanged.has(given[place]?.externalId ?? ''))
  return { ...(await mapWithPauses(news, mapping)), unchanged: [...unchanged] }
}

/** Rows that are hard to read take a millisecond or more each. */
const longestHoldMs = 20

async function mapWithPauses<Row, R>(rows: unknown[], mapping: RowMapping<Row, R>): Promise<MappedRows<R>> {
  const parts: MappedRows<R>[] = []
  let heldSince = performance.now()
  for (const row of rows) {
    parts.push(mapRows([row], mapping))
    if (performance.now() - heldSince < longestHoldMs) continue
    await letOthersRun()
    heldSince = performance.now()
  }
  return together(parts)
}
