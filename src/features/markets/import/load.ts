/** Imports a city's files whole, or nothing that anybody sees. */
import type pg from 'pg'
import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/schema.ts'
import type { Log } from '../../../platform/log.ts'
import { writeEverywhere, type AuditLine } from '../../../platform/audit.ts'
import { createLocks } from '../../../platform/locks.ts'
import { marketKey, marketLock } from '../market-key.ts'
import { pack } from '../nights.ts'
import { CalendarCounts, type DayCount } from './calendar.ts'
import { MarketFileError, runningImport, wrongCity } from './file-fault.ts'
import { comparedWithBefore, finishSnapshot } from './finish-queries.ts'
import {
  analyzeListings,
  dropEmptyMarket,
  dropIncomplete,
  ensureMarket,
  insertDays,
  insertNights,
  insertSnapshot,
  type StoredMarket,
} from './queries.ts'
import type { MarketFile } from './read-csv.ts'
import { readCalendar, readListings, readReviews, type FileReading, type SeenListings } from './read-files.ts'
import { summarize } from './summarize.ts'

export interface CityFiles {
  listings: MarketFile
  calendar?: MarketFile | undefined
  reviews?: MarketFile | undefined
}

export interface LoadedCity {
  name: string
  country: string
  currency: string
  /** The day of the files; null to take it from the file of listings. */
  takenOn: string | null
}

export interface CityLoad {
  db: Kysely<Database>
  /** Session connections hold the lock that allows one import of a city at a time. */
  sessions: pg.Pool
  log: Log
  now: Date
  /** The actor for the audit log; the command if absent. */
  line?: Pick<AuditLine, 'action' | 'actor'>
  seen?: SeenListings
}

export interface CityLoadResult {
  city: string
  takenOn: string
  listings: number
  nights: number
  reviews: number
  priceFrom: 'calendar' | 'listing' | 'none'
  /** The first lines left out, and their number. */
  leftOut: { count: number; first: readonly string[] }
}

const nightsAtOnce = 500
const byCommand = { action: 'cli.markets.import', actor: { kind: 'cli' } } as const

export async function loadCity(
  loading: CityLoad,
  city: LoadedCity,
  files: CityFiles,
): Promise<CityLoadResult> {
  const { db, sessions, log } = loading
  const key = marketKey(city.name)
  const locks = createLocks({ pool: sessions, log })
  try {
    if (!(await locks.tryLock(marketLock(key)))) throw runningImport(city.name)
    const market = await ensureMarket(db, { ...city, key })
    assertSame(market, city)
    // This process has the lock, so whoever left incomplete snapshots is dead.
    await dropIncomplete(db, market.id)
    try {
      return await loadInto(loading, market, city.takenOn, files)
    } catch (error) {
      await dropIncomplete(db, market.id)
      await dropEmptyMarket(db, market.id)
      throw error
    }
  } finally {
    await locks.close()
  }
}

function assertSame(market: StoredMarket, { country, currency }: LoadedCity): void {
  if (market.country === country && market.currency === currency) return
  throw wrongCity(
    market.country === country ? 'currency' : 'country',
    `The market ${market.name} is in ${market.country} with prices in ${market.currency}, not in ${country} with ${currency}. Give another city of the same name a name of its own, such as "${market.name} ${country}".`,
  )
}

async function loadInto(
  { db, now, seen, line = byCommand }: CityLoad,
  market: StoredMarket,
  givenDate: string | null,
  files: CityFiles,
): Promise<CityLoadResult> {
  const reading: FileReading = { db, currency: market.currency, seen: seen ?? (() => {}), left: [] }
  const marketId = market.id
  const snapshotId = await insertSnapshot(db, { marketId, now })
  const { ids, prices, readOn } = await readListings(reading, files.listings, snapshotId)
  const takenOn = givenDate ?? readOn
  if (takenOn === null)
    throw new MarketFileError(
      `${files.listings.name} does not say when it was made: it has no column last_scraped. Say it with the date of its folder.`,
    )
  const calendars = files.calendar ? new CalendarCounts(ids, takenOn) : null
  const nights = calendars && files.calendar ? await readCalendar(reading, files.calendar, calendars) : 0
  if (calendars) await storeNights(db, snapshotId, ids, calendars)
  const days: DayCount[] = calendars?.dayTotals(prices) ?? []
  await insertDays(db, snapshotId, days)
  const reviews = files.reviews ? await readReviews(reading, files.reviews) : null
  await analyzeListings(db)
  const leftOut = Object.fromEntries(reading.left.map(({ file, faults }) => [file, faults.count]))
  const { summary, area, listings } = await summarize(db, snapshotId, {
    days,
    takenOn,
    reviews: reviews?.months ?? null,
    leftOut,
  })
  const priceFrom = calendars?.hasPrices ? 'calendar' : prices.size > 0 ? 'listing' : 'none'
  await db.transaction().execute(async (tx) => {
    const compared = await comparedWithBefore(tx, { marketId, snapshotId, takenOn })
    const firstDay = calendars?.firstDay ?? null
    const of = {
      marketId,
      snapshotId,
      takenOn,
      firstDay,
      days: calendars?.days ?? 0,
      priceFrom,
      area,
    } as const
    await finishSnapshot(tx, { ...of, listings, summary, compared })
    const details = { market: market.name, takenOn, listings }
    await writeEverywhere(tx, { ...line, details }, now)
  })
  const first = reading.left.flatMap(({ faults }) => faults.told)
  const count = reading.left.reduce((sum, { faults }) => sum + faults.count, 0)
  const told = { nights, reviews: reviews?.count ?? 0, priceFrom, leftOut: { count, first } } as const
  return { city: market.name, takenOn, listings, ...told }
}

async function storeNights(
  db: Kysely<Database>,
  snapshotId: string,
  ids: ReadonlyMap<string, number>,
  calendars: CalendarCounts,
): Promise<void> {
  let rows: { id: string; packed: Buffer }[] = []
  const flush = async () => {
    if (rows.length > 0) await insertNights(db, snapshotId, rows)
    rows = []
  }
  for (const id of ids.keys()) {
    const nights = calendars.nightsOf(id)
    if (nights.length > 0) rows.push({ id, packed: pack(nights) })
    if (rows.length >= nightsAtOnce) await flush()
  }
  await flush()
}
