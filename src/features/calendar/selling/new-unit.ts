/** Sells a listing on a channel as a newly created channel listing. */
import { openWrite } from '../../../platform/outbox.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { lockCalendars } from '../../../records/calendar/public.ts'
import { shownChannels } from '../../../records/listings/revise-queries.ts'
import { takeSchedule } from '../../../upstream/connections/schedule-queries.ts'
import { recordListingChange } from './hand-over.ts'
import { channelUnits, mappedListing, otherUnits, type ChannelUnit } from './map-queries.ts'
import { singleListingChannels, problemOf, calendarWriterOf, type MappingProblem } from './map-rules.ts'
import { mapUnit, type UnitMappingDeps } from './map-unit.ts'
import { isKeeper } from './move-unit.ts'
import { toMappingError } from './mapping-error.ts'
import { insertUnit } from '../../../records/listings/listing-link-queries.ts'
import type { NewUnit } from '../../../records/listings/listing-link-queries.ts'

type NewUnitAccount = Pick<
  ChannelUnit,
  'connectionId' | 'provider' | 'externalAccountId' | 'status' | 'takesCalendar' | 'granted'
>

/** Throws the error that would keep this account from selling the listing as a new one. */
export async function assertSellableAnew(
  db: Queryable,
  scope: Scope,
  { connectors }: UnitMappingDeps,
  { account, listingId }: { account: NewUnitAccount; listingId: string },
): Promise<void> {
  const unit = {
    ...account,
    ...{ externalId: '', listingId, accountId: null, sells: false, mendsDrift: null, currency: null },
  }
  const listing = await mappedListing(db, scope, listingId)
  const [other] = singleListingChannels.has(unit.provider) ? await otherUnits(db, scope, listingId, unit) : []
  const problem: MappingProblem | null = problemOf({
    ...{ unit, listing, sells: true, takeOver: 'no', other, connectors },
  })
  if (problem) throw toMappingError(problem, listingId)
  const pms = listing && calendarWriterOf(listing, unit, connectors)
  if (!pms) return
  throw new ApiError(
    'invalid_state',
    `Listing ${listingId} is kept in ${pms}, which puts it on channels by itself.`,
    { currentStatus: `written by ${pms}` },
    { fix: `Put it on the channel in ${pms}, and map the channel listing once it is read here.` },
  )
}

/**
 * Runs in the caller's transaction, which must not hold locks yet. Idempotent. Where a reading of the account was
 * faster and created a listing for it, that listing is removed.
 */
export async function sellAsNew(
  tx: Queryable,
  scope: Scope,
  services: UnitMappingDeps,
  made: NewUnit,
): Promise<void> {
  const { provider, connectionId, externalId, listingId } = made
  await lockCalendars(tx, scope)
  await takeSchedule(tx, scope, connectionId)
  const write = await openWrite(tx, scope, services.clock.now())
  const before = await shownChannels(tx, scope, [listingId])
  if (await insertUnit(tx, scope, made, write.at))
    await recordListingChange(write, listingId, 'updated', { channels: before.get(listingId) ?? [] })
  const [unit] = await channelUnits(tx, scope, provider, { connectionId, externalId })
  if (!unit) throw new Error(`channel listing ${externalId} has no link`)
  const now = await mappedListing(tx, scope, unit.listingId)
  if (unit.listingId !== listingId && now && !isKeeper(now, unit)) throw mappedElsewhere(made, now.id)
  const mapped = await mapUnit(tx, scope, services, { unit, listingId, sells: true })
  if ('kind' in mapped) throw toMappingError(mapped, listingId)
}

const mappedElsewhere = ({ externalId, listingId }: NewUnit, other: string) =>
  new ApiError(
    'invalid_state',
    `The channel listing that was made of listing ${listingId} is ${externalId}, and is mapped to listing ${other} now.`,
    { currentStatus: `mapped to ${other}` },
    { fix: `Map ${externalId} to listing ${listingId} again, or remove it there.` },
  )
