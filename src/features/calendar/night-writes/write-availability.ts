/** Sets nights: at once for native listings, by way of the PMS for the others. */
import type { AvailabilityBody, AvailabilityWritten } from '../../../contract/availability-write.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { rehearse } from '../../../platform/rehearse.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { isSameKeeper } from '../../../records/listings/keeper.ts'
import { KeeperMoved, withSteadyKeeper } from '../../../records/listings/steady-keeper.ts'
import { lockCalendars } from '../../../records/calendar/public.ts'
import { awaitPushes, nothingSent } from '../selling/await-pushes.ts'
import { assertPayable } from '../../../records/payable-amount.ts'
import type { RouteWriteContext } from '../../route.ts'
import { assertWritable } from './assert-writable.ts'
import { writtenListings, type WrittenListing } from './write-queries.ts'
import { storeNights } from './store-nights.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { PushedSettings } from '../selling/push-queries.ts'
import { decimalText } from '../../../platform/decimal.ts'

/** Parses the night settings of a body. Pure. */
const invalidField = (message: string, field: string, value: unknown) =>
  new ApiError('invalid_body', message, { field, value_received: value })

const names = ['available', 'price', 'minNights', 'maxNights'] as const

/** Throws `invalid_body` for a body that sets nothing or contradicts itself. */
function parseNightSettings(body: Omit<AvailabilityBody, 'dates'>): PushedSettings {
  const { available, price, minNights, maxNights } = body
  if (names.every((name) => body[name] === undefined)) {
    throw new ApiError('invalid_body', `Nothing is set: send at least one of ${names.join(', ')}.`, {
      field: 'body',
      valid_values: [...names],
    })
  }
  const amount = price === undefined ? undefined : decimalText(price)
  if (amount === null) throw invalidField('`price` has more than three decimals.', 'price', price)
  if (minNights !== undefined && maxNights !== undefined && minNights > maxNights) {
    throw invalidField(`\`maxNights\` is less than \`minNights\`, ${minNights}.`, 'maxNights', maxNights)
  }
  return {
    ...(available === undefined ? {} : { available }),
    ...(amount === undefined ? {} : { price: amount }),
    ...(minNights === undefined ? {} : { minNights }),
    ...(maxNights === undefined ? {} : { maxNights }),
  }
}

const uniqueDates = (dates: readonly string[]): string[] => [...new Set(dates)].toSorted()

interface NightWriteOptions {
  dryRun: boolean
  field: 'propertyIds' | undefined
  /** Stored on every night for the owner; native listings only. */
  note?: string | undefined
}

export const writeAvailability = (
  context: RouteWriteContext,
  ids: readonly string[],
  body: AvailabilityBody,
  options: NightWriteOptions,
): Promise<AvailabilityWritten> => withSteadyKeeper(() => writeForKeepers(context, ids, body, options))

async function writeForKeepers(
  context: RouteWriteContext,
  ids: readonly string[],
  body: AvailabilityBody,
  options: NightWriteOptions,
): Promise<AvailabilityWritten> {
  const { services, scope } = context
  const settings = parseNightSettings(body)
  const dates = uniqueDates(body.dates)
  const listings = await writtenListings(services.db, scope, ids)
  assertWritable({ ids, listings, settings, connectors: services.connectors, field: options.field })
  if (settings.price !== undefined)
    for (const { currency } of listings) assertPayable('price', settings.price, currency, body.price)
  const kept = listings.filter(({ keeper }) => keeper.kind === 'connection')
  const { note } = options
  const work = (tx: Queryable) => storeWrite(tx, context, { listings, dates, settings, note })
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
  // Setting the same again is harmless, so the answer may wait for what follows the transaction.
  await services.db.transaction().execute(work)
  const keptIds = kept.map(({ id }) => id)
  const { sent, warning } = await awaitPushes(services.db, scope, keptIds, dates)
  return { ...written, synced: sent, ...(warning === undefined ? {} : { warning }) }
}

interface NightWriteJob {
  listings: readonly WrittenListing[]
  dates: readonly string[]
  settings: ReturnType<typeof parseNightSettings>
  note: string | undefined
}

async function storeWrite(
  tx: Queryable,
  { services, scope }: RouteWriteContext,
  work: NightWriteJob,
): Promise<void> {
  const { listings, dates, settings, note } = work
  await lockCalendars(tx, scope)
  await assertKeepersUnchanged(tx, scope, listings)
  await storeNights(tx, scope, {
    own: listings.filter(({ keeper }) => keeper.kind === 'us').map(({ id }) => id),
    kept: listings.flatMap(({ id, keeper }) =>
      keeper.kind === 'us' ? [] : { listingId: id, connectionId: keeper.connectionId },
    ),
    groups: [{ dates, settings: note === undefined ? settings : { ...settings, note } }],
    at: services.clock.now(),
  })
}

/** Prevents a handover from here on: handing over locks the calendars too. */
export async function assertKeepersUnchanged(
  tx: Queryable,
  scope: Scope,
  listings: readonly WrittenListing[],
): Promise<void> {
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
