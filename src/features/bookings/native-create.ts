/** Books a listing that no PMS manages: stay, guest, conversation, nights and events in one transaction. */
import { randomBytes } from 'node:crypto'
import type { ReservationCreateBody, ReservationCreated } from '../../contract/reservation-write.ts'
import { ApiError } from '../../platform/api-error.ts'
import { openWrite, type Write } from '../../platform/outbox.ts'
import { newId, type Queryable, type Scope } from '../../platform/tenant.ts'
import { startConversation } from '../../records/conversations/start-queries.ts'
import { planGuests, storeGuests } from '../../records/guests/plan.ts'
import { currentPrice, toFinancials, toPricing, type StayPrice } from '../../records/rates/public.ts'
import { completesAt } from '../../records/stay-times.ts'
import { publishReservations, shownNow } from '../../records/reservations/publish.ts'
import { reservationIdsOfGuests } from '../../records/reservations/store-queries.ts'
import { appendNightEvents } from './night-events.ts'
import { assertFree, sell } from './nights.ts'
import { isCodeTaken, isGuestKnown, type BookedListing } from './queries.ts'
import {
  assertNotOver,
  assertParty,
  assertStay,
  confirmationCode,
  idOf,
  nightsOf,
  partyOf,
  pricedGuests,
} from './rules.ts'
import { refuseFields } from './unsupported.ts'
import { insertStay } from '../../records/reservations/native-stay-queries.ts'

export const origin = 'api'

const onlyInPms = ['totalPrice', 'notes', 'unitId', 'sendConfirmationEmail'] as const

/** Checks that need no database. */
export function checkNativeDraft(body: ReservationCreateBody, listing: BookedListing, now: Date): void {
  refuseFields(
    body,
    onlyInPms,
    'Listings that no PMS keeps are priced by their own rates and have no such field.',
  )
  assertStay(body)
  assertNotOver(body.checkIn, listing, now)
  assertParty(body)
  if (body.currency !== undefined && listing.currency !== null && body.currency !== listing.currency) {
    throw new ApiError(
      'reservation_not_created',
      `The rates of listing ${listing.id} are in ${listing.currency}; the stay cannot be priced in ${body.currency}.`,
      { field: 'currency', reason: 'other_currency' },
    )
  }
}

/** A booking that a channel makes here: its price overrides our rates. */
export interface ChannelToldBooking {
  source: string
  total: string | null
  currency: string | null
}

export async function createNative(
  tx: Queryable,
  scope: Scope,
  listing: BookedListing,
  body: ReservationCreateBody,
  now: Date,
  told?: ChannelToldBooking,
): Promise<ReservationCreated> {
  const stretch = { listingId: listing.id, checkIn: body.checkIn, checkOut: body.checkOut }
  // Checked before taking the workspace's head row, so that a late request blocks nobody.
  await assertFree({ tx, scope, now }, stretch, 'reservation_not_created')
  const write = await openWrite(tx, scope, now)
  const guest = await guestOf(write, body)
  const id = await newId(tx, scope, 'reservations')
  const currency = body.currency ?? listing.currency
  const occupancy = partyOf(body)
  const price = await currentPrice(tx, scope, { ...stretch, guests: pricedGuests(occupancy), currency })
  const code = await newCode(tx, scope)
  const source = told?.source ?? body.platform ?? 'direct'
  const stay = {
    ...{ id, ...stretch, guestId: guest.id, source, confirmationCode: code, occupancy },
    checkInTime: body.checkInTime ?? null,
    checkOutTime: body.checkOutTime ?? null,
    status: body.status === 'tentative' ? ('pending' as const) : ('confirmed' as const),
    completesAt: completesAt(body.checkOut, listing.time_zone),
    ...moneyOf(price, currency, told),
  }
  await insertStay(tx, scope, stay, write.at)
  await sell(write, stretch, { listing, reservationId: id, code: 'reservation_not_created' })
  await startConversation(write, {
    platform: conversationPlatform(body),
    guestId: guest.id,
    listingId: listing.id,
    reservationId: id,
  })
  await publishReservations(
    write,
    { now, origin, runId: null },
    { before: guest.shownBefore, created: [{ id, isNews: true }], importing: null },
  )
  await appendNightEvents(write, listing.id, nightsOf(body))
  const shown = (await shownNow({ tx, scope, now }, [id])).get(id)
  if (!shown) throw new Error('the reservation was not returned')
  return {
    id,
    confirmationCode: code,
    listingId: listing.id,
    platform: source,
    status: shown.status,
    checkIn: body.checkIn,
    checkOut: body.checkOut,
    guestId: guest.id,
    totalPrice: shown.financials?.totalPrice ?? null,
    currency,
    ...(price ? { pricing: toPricing(price) } : {}),
  }
}

/** What the stay costs: as its channel says, else by our rates. An amount is stored only with its currency. */
function moneyOf(price: StayPrice | null, currency: string | null, told: ChannelToldBooking | undefined) {
  const ownPrice = told?.total === undefined || told.total === null ? price : null
  return {
    totalPrice: ownPrice?.total ?? told?.total ?? null,
    currency: ownPrice || !told?.currency ? currency : told.currency,
    financials: ownPrice && toFinancials(ownPrice),
  }
}

/** The guest named by id or matched by contact and name, with the guest's bookings that change. */
async function guestOf(write: Write, body: ReservationCreateBody) {
  const { tx, scope, now } = write
  if (body.guestId !== undefined) {
    const id = idOf(body.guestId)
    const known = await isGuestKnown(tx, scope, id)
    if (known) return { id, shownBefore: new Map() }
    const why = known === undefined ? `No guest ${id} in this workspace.` : `Guest ${id} was forgotten.`
    throw new ApiError('not_found', why, {
      field: 'guestId',
      value_received: body.guestId,
    })
  }
  const mention = { key: 'guest', guest: body.guest, attachedId: null, usedAt: write.at.toISOString() }
  const plan = await planGuests(tx, scope, null, [mention])
  const touched = await reservationIdsOfGuests(tx, scope, plan.touched)
  const shownBefore = await shownNow({ tx, scope, now }, touched)
  const id = (await storeGuests(write, plan)).get(mention.key)
  if (id === undefined) throw new Error('the guest was not stored')
  return { id, shownBefore }
}

/** The website if booked there, otherwise mail if there is an address. */
function conversationPlatform(body: ReservationCreateBody): 'website' | 'email' | null {
  if (body.platform === 'website') return 'website'
  return body.guest.email === undefined ? null : 'email'
}

async function newCode(tx: Queryable, scope: Scope): Promise<string> {
  for (;;) {
    const code = confirmationCode(randomBytes(6))
    if (!(await isCodeTaken(tx, scope, code))) return code
  }
}
