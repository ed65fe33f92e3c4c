/** Maps the outcome of updates to the routes' answer. Pure. */
import type {
  PricingModel,
  RefusedUpdate,
  RateUpdate,
} from '../../../connector-kit/rate-calendar-operations.ts'
import type { BookingApplied, BookingUpdated } from '../../../contract/channel-booking-rates.ts'
import type { RateVerification } from './verify-rates.ts'

export interface SentUpdates {
  hotelId: string
  /** Listing id per update, in request order. */
  listingIds: readonly string[]
  updates: readonly RateUpdate[]
  occupancy: BookingUpdated['occupancy']
  currency: string | null
  pricing: PricingModel | undefined
  ratePlanReadError: string | undefined
  refused: readonly RefusedUpdate[]
  verified?: RateVerification | undefined
  skipped?: BookingUpdated['verification']['skippedReason'] | undefined
}

const nothing = { matched: 0, mismatched: 0 }

interface UpdateTally {
  sent: number
  refused: number
  seen: { matched: number; mismatched: number } | undefined
}

export function toApplied({ sent, refused, seen }: UpdateTally): BookingApplied {
  if (sent > 0 && refused >= sent) return 'rejected'
  if (refused > 0) return 'partial'
  if (seen === undefined) return 'unverified'
  if (seen.mismatched > 0) return 'mismatch'
  return seen.matched > 0 ? 'verified' : 'unverified'
}

const hasRules = ({ rules, roomsToSell }: RateUpdate) =>
  roomsToSell !== undefined || Object.keys(rules).length > 0

export function toBookingUpdated(sentUpdates: SentUpdates): BookingUpdated {
  const { hotelId, listingIds, updates, refused, verified, skipped, ratePlanReadError } = sentUpdates
  const isDry = skipped === 'dry_run'
  const [listingId, ...others] = [...new Set(listingIds)]
  const refusedOf = (parts: readonly string[]) =>
    new Set(refused.filter(({ part }) => parts.includes(part)).map(({ index }) => index))
  const untaken = refusedOf(['night'])
  const part = (
    isMeant: (update: RateUpdate) => boolean,
    parts: readonly string[],
    verification: UpdateTally['seen'],
  ) => {
    const indexes = updates.flatMap((update, index) => (isMeant(update) ? [index] : []))
    const missed = refusedOf(parts)
    const tally = {
      sent: indexes.length,
      refused: indexes.filter((index) => missed.has(index)).length,
      seen: verification,
    }
    return { sent: tally.sent, applied: toApplied(tally), ...(verification ?? nothing) }
  }
  return {
    hotelId,
    listingId: listingId === undefined || others.length > 0 ? null : listingId,
    propertyId: hotelId,
    requested: updates.length,
    pushed: isDry ? 0 : updates.length - untaken.size,
    occupancy: [...sentUpdates.occupancy],
    applied: toApplied({ sent: Infinity, refused: refused.length, seen: verified }),
    price: part(({ price }) => price !== undefined, ['price', 'night'], verified?.price),
    restrictions: part(hasRules, ['night'], verified?.restrictions),
    verification: {
      ran: verified !== undefined,
      ...(skipped === undefined ? {} : { skippedReason: skipped }),
      matched: verified?.matched ?? 0,
      mismatched: verified?.mismatched ?? 0,
      rows: verified?.rows ?? [],
    },
    booking: {
      currency: sentUpdates.currency,
      ...(sentUpdates.pricing === undefined ? {} : { pricingModel: sentUpdates.pricing }),
    },
    errors: refused.map(({ index, part: kind, message, reference }) => {
      const { roomId = '', rateId = '' } = updates[index] ?? {}
      return { index, roomId, rateId, part: kind, message, bookingRuid: reference ?? null }
    }),
    ...(ratePlanReadError === undefined ? {} : { ratePlanReadError }),
    ...(isDry ? { dryRun: true } : {}),
  }
}
