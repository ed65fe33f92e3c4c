/** Sells nights without overbooking: checked first, and guaranteed by the key of `sold_nights`. */
import { ApiError } from '../../platform/api-error.ts'
import { faultCodes, readDatabaseFault } from '../../platform/database-fault.ts'
import type { Write } from '../../platform/outbox.ts'
import { fullNights } from '../../records/calendar/public.ts'
import type { BookedListing } from './queries.ts'
import { describeDates, nightsOf, stretchOf } from './rules.ts'
import { assertListingReconciled, nightsInDoubt } from '../../upstream/recovery-gate.ts'
import { updateNightsSold } from '../../records/reservations/sold-night-queries.ts'
import type { NightStretch } from '../../records/reservations/sold-night-queries.ts'

export interface NightSale {
  listing: Pick<BookedListing, 'id' | 'unit_count'>
  reservationId: string
  /** The error if the nights are taken. */
  code: 'reservation_not_created' | 'reservation_not_modified'
}

/** Throws if a night is visibly taken. */
export async function assertFree(
  { tx, scope, now }: Pick<Write, 'tx' | 'scope' | 'now'>,
  stretch: NightStretch,
  code: NightSale['code'],
): Promise<void> {
  await assertRecovered(tx, scope, stretch, code)
  const full = await fullNights(tx, scope, stretchOf(stretch), { but: null, now })
  if (full.length > 0) throw taken(code, stretch, full)
}

/** The same for moving a stay: throws for nights of others. Its own nights are allowed, even if oversold. */
export async function assertFreeToMove(
  { tx, scope, now }: Pick<Write, 'tx' | 'scope' | 'now'>,
  stretch: NightStretch,
  stay: { id: string; listing_id: string; check_in: string; check_out: string },
  /** The request field that holds the dates. */
  field: string,
): Promise<void> {
  await assertRecovered(tx, scope, stretch, 'reservation_not_modified')
  const full = await fullNights(tx, scope, stretchOf(stretch), { but: stay.id, now })
  const isHome = stay.listing_id === stretch.listingId
  const more = full.filter((date) => !isHome || date < stay.check_in || date >= stay.check_out)
  if (more.length > 0) throw taken('reservation_not_modified', stretch, more, { field })
}

/** After a restore nothing is sold that was not read again, or that a lost booking may hold. */
async function assertRecovered(
  tx: Write['tx'],
  scope: Write['scope'],
  stretch: NightStretch,
  code: NightSale['code'],
): Promise<void> {
  await assertListingReconciled(tx, scope, stretch.listingId)
  const doubtful = await nightsInDoubt(tx, scope, stretch)
  if (doubtful.length === 0) return
  throw new ApiError(
    code,
    `Listing ${stretch.listingId} stays closed on ${describeDates(doubtful)}: a channel showed it closed when this server was restored from a backup, so a booking may have been lost.`,
    { field: 'checkIn', reason: 'nights_taken', dates: doubtful },
    {
      fix: 'Look for the booking. If there is none, open the nights with `PUT /v1/availability/{propertyId}`.',
    },
  )
}

export async function sell(write: Write, stretch: NightStretch, sale: NightSale): Promise<void> {
  const { tx, scope, now } = write
  const { listing, reservationId, code } = sale
  const full = await fullNights(tx, scope, stretchOf(stretch), { but: reservationId, now })
  if (full.length > 0) throw taken(code, stretch, full)
  try {
    await updateNightsSold(tx, scope, stretch, { units: listing.unit_count, reservationId })
  } catch (error) {
    if (isSoldTwice(error)) throw taken(code, stretch, nightsOf(stretch), { cause: error })
    throw error
  }
}

function taken(
  code: NightSale['code'],
  { listingId }: NightStretch,
  dates: readonly string[],
  { field = 'checkIn', cause }: { field?: string; cause?: unknown } = {},
): ApiError {
  const nights = dates.length === 1 ? 'night' : 'nights'
  return new ApiError(
    code,
    `Listing ${listingId} is booked already on the ${nights} ${describeDates(dates)}.`,
    { field, reason: 'nights_taken', dates: [...dates] },
    cause === undefined ? {} : { cause },
  )
}

/** Another stay took the unit meanwhile, or none is free and `place` stays empty. */
function isSoldTwice(error: unknown): boolean {
  const fault = readDatabaseFault(error)
  if (fault?.code === faultCodes.uniqueViolation) return fault.constraint === 'sold_nights_pkey'
  return (
    fault?.code === faultCodes.notNullViolation && fault.table === 'sold_nights' && fault.column === 'place'
  )
}
