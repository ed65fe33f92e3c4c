/** Skips checking and mapping of rows that equal their stored state. */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { mapRows, together, type MappedRows } from './paginate.ts'
import type { RowMapping } from './tolerance/map-row.ts'
import type { VendorContext } from './vendor-context.ts'

/**
 * Works for rows whose record depends on the row and on `beside` alone. Hand the records on as they are:
 * unchanged ones are missing.
 */
export async function mapNews<Row, R>(
  { asStored }: VendorContext,
  rows: unknown[],
  mapping: RowMapping<Row, R>,
  beside?: (row: unknown) => unknown,
): Promise<MappedRows<R> & { unchanged: string[] }> {
  if (asStored === undefined) return { ...(await mapWithPauses(rows, mapping)), unchanged: [] }
  const identified = rows.map((row) => ({
    externalId: mapping.idOf(row),
    row: beside === undefined ? row : [row, beside(row)],
  }))
  const unchanged = await asStored(identified)
  const news = rows.filter((_, place) => !unchanged.has(identified[place]?.externalId ?? ''))
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
