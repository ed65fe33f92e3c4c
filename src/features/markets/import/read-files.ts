/** Reads the three files of a city row by row. */
import type { Queryable } from '../../../platform/tenant.ts'
import { CellFault } from './cells.ts'
import { mostListings, type CalendarCounts } from './calendar.ts'
import {
  listingOf,
  nightOf,
  readHeader,
  parseReadDate,
  reviewOf,
  type MarketFileKind,
  type ColumnHeader,
  type ListingOfFile,
} from './columns.ts'
import { FaultLog, MarketFileError } from './file-fault.ts'
import { insertListings } from './queries.ts'
import { rowsOf, type CsvRow, type MarketFile } from './read-csv.ts'

/** Gets the size of every piece of a file that was read. */
export type SeenListings = (file: MarketFileKind, bytes: number) => void

export interface FileReading {
  db: Queryable
  currency: string
  seen: SeenListings
  /** The rows left out, by file. */
  left: { file: MarketFileKind; faults: FaultLog }[]
}

type RowSink = (row: CsvRow, faults: FaultLog) => Promise<void> | void

/** `begin` gets the header. Unreadable rows are left out; too many of them end the import. */
async function readRows(
  { seen, left }: FileReading,
  kind: MarketFileKind,
  file: MarketFile,
  begin: (header: ColumnHeader) => RowSink,
): Promise<number> {
  const faults = new FaultLog(file.name)
  left.push({ file: kind, faults })
  let take: RowSink | undefined
  let rows = 0
  for await (const row of rowsOf(file, (bytes) => seen(kind, bytes))) {
    if (!take) {
      take = begin(readHeader(file.name, kind, row.cells))
      continue
    }
    rows += 1
    try {
      // Most rows are taken synchronously, and awaiting each would double the time.
      const waiting = take(row, faults)
      if (waiting) await waiting
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      faults.add(row.line, error.message, error.column)
    }
    faults.assertFew(rows)
  }
  if (!take) readHeader(file.name, kind, undefined)
  faults.assertFew(rows, true)
  return rows - faults.count
}

const listingsAtOnce = 1000

export interface ListingsReading {
  /** Maps every listing to its number, from 0. */
  ids: Map<string, number>
  prices: Map<string, number>
  /** The latest day a row was read; null if the file does not say. */
  readOn: string | null
}

export async function readListings(
  reading: FileReading,
  file: MarketFile,
  snapshotId: string,
): Promise<ListingsReading> {
  const ids = new Map<string, number>()
  const prices = new Map<string, number>()
  let latest: string | null = null
  let batch: ListingOfFile[] = []
  const flush = async () => {
    const rows = batch
    batch = []
    if (rows.length > 0) await insertListings(reading.db, snapshotId, rows)
  }
  await readRows(reading, 'listings', file, (header) => ({ line, cells }, faults) => {
    const listing = listingOf(header, cells, reading.currency)
    const day = parseReadDate(header, cells)
    if (ids.has(listing.id)) return faults.add(line, `the id ${listing.id} stands there twice`)
    if (ids.size >= mostListings)
      throw new MarketFileError(`${file.name}: a market has at most ${mostListings} listings.`)
    ids.set(listing.id, ids.size)
    if (listing.price !== null) prices.set(listing.id, listing.price)
    if (day !== null && (latest === null || day > latest)) latest = day
    batch.push(listing)
    if (batch.length >= listingsAtOnce) return flush()
  })
  await flush()
  if (ids.size === 0) throw new MarketFileError(`${file.name}: there is no listing in it.`)
  return { ids, prices, readOn: latest }
}

/** Returns how many different nights the file has. */
export async function readCalendar(
  reading: FileReading,
  file: MarketFile,
  calendars: CalendarCounts,
): Promise<number> {
  await readRows(reading, 'calendar', file, (header) => {
    const night = nightOf(header, reading.currency)
    return ({ line, cells }, faults) => {
      const { listing, date, taken, price } = night(cells)
      const refused = calendars.set(listing, date, taken, price)
      if (refused !== null) faults.add(line, refused)
    }
  })
  return calendars.nights
}

const monthsKept = 60

/** Counts reviews by month, with those of listings that are gone. */
export async function readReviews(
  reading: FileReading,
  file: MarketFile,
): Promise<{ count: number; months: { month: string; count: number }[] }> {
  const counts = new Map<string, number>()
  const count = await readRows(reading, 'reviews', file, (header) => ({ cells }) => {
    const month = reviewOf(header, cells).date.slice(0, 7)
    counts.set(month, (counts.get(month) ?? 0) + 1)
  })
  const months = [...counts]
    .map(([month, count]) => ({ month, count }))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
  return { count, months: months.slice(-monthsKept) }
}
