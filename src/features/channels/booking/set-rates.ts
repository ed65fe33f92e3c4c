/** Sets rates and nights of a property and reads them back. */
import { daysBetween, stretches } from '../../../connector-kit/dates.ts'
import type { VendorContext } from '../../../connector-kit/connector.ts'
import type {
  RateCalendar,
  RatedNight,
  RatedRoom,
  RefusedUpdate,
  RateUpdate,
} from '../../../connector-kit/rate-calendar-operations.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { BookingUpdated } from '../../../contract/channel-booking-rates.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { callConnection } from '../../../upstream/access.ts'
import { isCertain } from '../../../upstream/errors.ts'
import type { ConnectionRow } from '../../accounts/public.ts'
import { readSoon } from '../../sync/public.ts'
import type { RouteWriteContext } from '../../route.ts'
import { toBookingError } from './errors.ts'
import { provider } from './provider.ts'
import { channelTerms } from '../engine/channel-terms.ts'
import { assertSwitchedOn } from '../engine/nights-writer.ts'
import { openProperty } from './open-property.ts'
import { toBookingUpdated, type SentUpdates } from './rate-outcome.ts'
import { checkRate, mostGuestsOf, occupancyOf, otherCurrencyError } from './rate-plans.ts'
import type { HotelRoom } from './rooms.ts'
import type { CheckedUpdate } from './rate-updates.ts'
import {
  verifyNights,
  requestedNights,
  type RateVerification,
  type RequestedRateNight,
} from './verify-rates.ts'
import { assertNoOtherWriter, findWritableRooms } from './rate-write-rules.ts'

/** More nights would use up the property's calls for several minutes. */
const mostVerified = 186

export interface RateWrite {
  hotel: ConnectionRow
  updates: readonly CheckedUpdate[]
  verify: boolean
  dryRun: boolean
}

export async function setRates(
  { services, scope }: Pick<RouteWriteContext, 'services' | 'scope'>,
  { hotel, updates, verify, dryRun }: RateWrite,
): Promise<BookingUpdated> {
  const known = await findWritableRooms(
    services,
    scope,
    hotel,
    updates.map(({ roomId }) => roomId),
  )
  assertSwitchedOn(channelTerms.booking, hotel, switchesOf(updates))
  const call = await openProperty(services, scope, hotel, 'rateCalendar')
  const { operation } = call
  const rated = await ratedRooms(call)
  assertNoOtherWriter(rated.rooms, known, updates)
  const priced = updates.find(({ price }) => price !== undefined)
  const { currency, pricing } = await call.ask(async (context) => ({
    ...(await operation.property(context)),
    pricing: priced && (await operation.pricing(context, priced.roomId)),
  }))
  const occupancy = updates.flatMap((update, index) =>
    occupancyOf(update, index, { rated: rated.rooms, known }),
  )
  const entries = updates.map((update, index): RateUpdate => {
    const { price, ...rest } = update
    checkRate(rated.rooms, update, index)
    if (price === undefined) return rest
    if (currency !== null && price.currency !== currency)
      throw otherCurrencyError(index, price.currency, currency)
    const guests = occupancy.find((one) => one.index === index)?.value ?? null
    const mostGuests = mostGuestsOf(update, { rated: rated.rooms, known })?.value ?? null
    const single = price.single === undefined ? {} : { single: price.single }
    return { ...rest, price: { amount: price.amount, guests, mostGuests, ...single } }
  })
  const about = {
    hotelId: hotel.external_account_id,
    listingIds: updates.map(({ roomId }) => known.get(roomId)?.listingId ?? ''),
    ...{ updates: entries, occupancy, currency, pricing, ratePlanReadError: rated.error },
  }
  if (dryRun) return toBookingUpdated({ ...about, refused: [], skipped: 'dry_run' })
  return sendUpdates(call, about, { verify, known })
}

type RateCalendarAccess = Awaited<ReturnType<typeof openProperty<'rateCalendar'>>>

async function sendUpdates(
  { access, operation }: RateCalendarAccess,
  about: Omit<SentUpdates, 'refused'>,
  { verify, known }: { verify: boolean; known: ReadonlyMap<string, HotelRoom> },
): Promise<BookingUpdated> {
  const { updates } = about
  let refused: RefusedUpdate[] = []
  let lost: VendorError | undefined
  try {
    refused = await callConnection(access, (context) => operation.write(context, updates))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    // An unanswered write may have been done: only reading back tells.
    if (isCertain(error) || !verify) throw toBookingError(error)
    lost = error
  }
  const isTaken = (index: number, part: 'price' | 'night') =>
    !refused.some((one) => one.index === index && (one.part === part || one.part === 'night'))
  if (updates.every((update, index) => isRefused(update, index, isTaken))) throw allRefusedError(refused)
  const nights = requestedNights(updates, isTaken)
  const skipped = !verify ? 'not_requested' : nights.length > mostVerified ? 'too_many_nights' : undefined
  const verified =
    skipped === undefined
      ? await readBack(access, operation, nights).catch((error: unknown) => {
          if (error instanceof VendorError) return undefined
          throw error
        })
      : undefined
  const stands = verified !== undefined && verified.mismatched === 0 && verified.matched === nights.length
  if (lost !== undefined && !stands) throw toBookingError(lost)
  await readCalendars(access, updates, known)
  return toBookingUpdated({
    ...about,
    refused,
    verified,
    skipped: skipped ?? (verified ? undefined : 'not_readable'),
  })
}

/** Schedules a reading for listings that the channel keeps. */
async function readCalendars(
  access: RateCalendarAccess['access'],
  updates: readonly RateUpdate[],
  known: ReadonlyMap<string, HotelRoom>,
): Promise<void> {
  const rooms = [...new Set(updates.map(({ roomId }) => roomId))].filter((id) => !known.get(id)?.sells)
  const entries = rooms.map((externalId) => ({ entity: 'calendar' as const, externalId }))
  await access.services.db.transaction().execute((tx) => readSoon(tx, access, entries))
}

const isRefused = (
  { rules, roomsToSell, price }: RateUpdate,
  index: number,
  isTaken: (index: number, part: 'price' | 'night') => boolean,
): boolean => {
  const isPriceOnly = price !== undefined && roomsToSell === undefined && Object.keys(rules).length === 0
  return !isTaken(index, 'night') || (isPriceOnly && !isTaken(index, 'price'))
}

export function allRefusedError(refused: readonly RefusedUpdate[]): ApiError {
  const reference = refused.find((one) => one.reference !== undefined)?.reference
  const text = [...new Set(refused.map(({ message }) => message))].join('; ')
  return new ApiError('booking_rejected', `Booking.com refused: ${text}`, {
    channel: provider,
    ...(reference === undefined ? {} : { booking_ruid: reference }),
  })
}

/** Gaps between nights are read along, because they cost no further call. */
async function readBack(
  access: RateCalendarAccess['access'],
  operation: RateCalendar,
  nights: readonly RequestedRateNight[],
): Promise<RateVerification> {
  const nightsByKey = new Map<string, RatedNight>()
  await callConnection(access, async (context) => {
    for (const [roomId, ofRoom] of Map.groupBy(nights, (night) => night.roomId)) {
      for (const range of rangesOf(
        ofRoom.map(({ date }) => date),
        operation.longestRange,
      )) {
        for (const night of await operation.nights(context, { roomId, ...range, withRates: true }))
          nightsByKey.set(`${roomId} ${night.date}`, night)
      }
    }
  })
  return verifyNights(nights, ({ roomId, date }) => nightsByKey.get(`${roomId} ${date}`))
}

function rangesOf(dates: readonly string[], longest: number): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = []
  for (const date of dates.toSorted()) {
    const last = ranges.at(-1)
    if (last && daysBetween(last.from, date) < longest) last.to = date
    else ranges.push({ from: date, to: date })
  }
  return ranges.flatMap(({ from, to }) => stretches(from, to, longest))
}

function switchesOf(updates: readonly CheckedUpdate[]): ('rates' | 'restrictions' | 'availability')[] {
  const closes = ({ rules, roomsToSell }: CheckedUpdate) =>
    roomsToSell !== undefined || rules.closed !== undefined
  const rules = ({ rules: { closed: _, ...others } }: CheckedUpdate) => Object.keys(others).length > 0
  return [
    ...(updates.some(({ price }) => price !== undefined) ? (['rates'] as const) : []),
    ...(updates.some(rules) ? (['restrictions'] as const) : []),
    ...(updates.some(closes) ? (['availability'] as const) : []),
  ]
}

/** The property's rates; a failure to read them is reported and blocks nothing. */
async function ratedRooms({
  access,
  operation,
}: RateCalendarAccess): Promise<{ rooms: Map<string, RatedRoom>; error: string | undefined }> {
  try {
    const rooms = await callConnection(access, (context: VendorContext) => operation.rooms(context))
    return { rooms: new Map(rooms.map((room) => [room.id, room])), error: undefined }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.kind === 'credentials' || error.kind === 'reauth') throw toBookingError(error)
    return { rooms: new Map(), error: error.vendorMessage ?? error.message }
  }
}
