/** Setting nights: those of listings kept here at once, those of a PMS listing by way of the PMS. */
import type { AvailabilityBody, AvailabilityWritten } from '../../contract/availability-write.ts'
import { writeOnce } from '../../http/write-once.ts'
import { rehearse } from '../../platform/rehearse.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { isSameKeeper } from '../../records/listings/keeper.ts'
import { KeeperMoved, whileKept } from '../../records/listings/steady-keeper.ts'
import { firstNightAt, lockCalendars, setAndTell, writeOwnNights } from '../../records/calendar/public.ts'
import { awaitPushes, nothingSent, setNights, wakeTurns } from '../calendar-pushes/public.ts'
import type { Writing } from '../route.ts'
import { assertWritable } from './gate.ts'
import { writtenListings, type WrittenListing } from './write-queries.ts'
import { settingsOf, uniqueDates } from './settings.ts'

interface Options {
  dryRun: boolean
  field: 'propertyIds' | undefined
  /** On every night, for the owner; only of listings that are kept here. */
  note?: string | undefined
}

export const writeAvailability = (
  context: Writing,
  ids: readonly string[],
  body: AvailabilityBody,
  options: Options,
): Promise<AvailabilityWritten> => whileKept(() => write(context, ids, body, options))

async function write(
  context: Writing,
  ids: readonly string[],
  body: AvailabilityBody,
  options: Options,
): Promise<AvailabilityWritten> {
  const { services, scope } = context
  const settings = settingsOf(body)
  const dates = uniqueDates(body.dates)
  const listings = await writtenListings(services.db, scope, ids)
  assertWritable({ ids, listings, settings, connectors: services.connectors, field: options.field })
  const kept = listings.filter(({ keeper }) => keeper.kind === 'connection')
  const { note } = options
  const work = (tx: Queryable) => store(tx, context, { listings, kept, dates, settings, note })
  const written: AvailabilityWritten = { listingIds: [...ids], dates: dates.length, synced: nothingSent }
  if (options.dryRun) {
    await rehearse(services.db, work)
    return { ...written, synced: { ...nothingSent, attempted: kept.length }, dryRun: true }
  }
  if (kept.length === 0) {
    return writeOnce(context, async (tx) => {
      await work(tx)
      return written
    })
  }
  // Setting the same again does no harm, so the answer may wait for what comes after the transaction.
  await services.db.transaction().execute(work)
  const keptIds = kept.map(({ id }) => id)
  const { sent, warning } = await awaitPushes(services.db, scope, keptIds, dates)
  return { ...written, synced: sent, ...(warning === undefined ? {} : { warning }) }
}

interface Work {
  listings: readonly WrittenListing[]
  /** Of them, those that an account keeps. */
  kept: readonly WrittenListing[]
  dates: readonly string[]
  settings: ReturnType<typeof settingsOf>
  note: string | undefined
}

/** Many nights take a while to write, so the workspace is taken last, for the events only. */
async function store(tx: Queryable, { services, scope }: Writing, work: Work): Promise<void> {
  const { listings, kept, dates, settings, note } = work
  const now = services.clock.now()
  const keptIds = kept.map(({ id }) => id)
  const nativeIds = listings.filter(({ keeper }) => keeper.kind === 'us').map(({ id }) => id)
  // What is over stays as the PMS has it.
  const coming = dates.filter((date) => date >= firstNightAt(now))
  await lockCalendars(tx, scope)
  await assertKept(tx, scope, listings)
  const set = [
    ...nativeIds.map((listingId) => ({ listingId, dates })),
    ...keptIds.map((listingId) => ({ listingId, dates: coming })),
  ]
  await setAndTell(tx, scope, now, set, async () => {
    if (nativeIds.length > 0) {
      const own = note === undefined ? settings : { ...settings, note }
      await writeOwnNights(tx, scope, { listingIds: nativeIds, dates, at: now }, own)
    }
    if (keptIds.length === 0 || coming.length === 0) return
    await setNights(tx, scope, { listingIds: keptIds, dates: coming, at: now }, settings)
    const connectionIds = new Set(
      kept.flatMap(({ keeper }) => (keeper.kind === 'us' ? [] : keeper.connectionId)),
    )
    await wakeTurns(tx, scope, [...connectionIds], now)
  })
}

/** Nobody is handed over from here on: whoever does that takes the calendars too. */
async function assertKept(tx: Queryable, scope: Scope, listings: readonly WrittenListing[]): Promise<void> {
  const now = await writtenListings(
    tx,
    scope,
    listings.map(({ id }) => id),
  )
  for (const { id, keeper } of listings) {
    const other = now.find((listing) => listing.id === id)?.keeper
    if (!other || !isSameKeeper(keeper, other)) throw new KeeperMoved()
  }
}
