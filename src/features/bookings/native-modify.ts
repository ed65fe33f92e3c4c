/** Changes a stay that no PMS manages. */
import type { ReservationUpdateBody, ReservationUpdated } from '../../contract/reservation-write.ts'
import { ApiError } from '../../platform/api-error.ts'
import { openWrite, type Write } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { currentPrice, toFinancials, toPricing, type StayPrice } from '../../records/rates/public.ts'
import { completesAt } from '../../records/stay-times.ts'
import { publishReservations, shownNow } from '../../records/reservations/publish.ts'
import { origin } from './native-create.ts'
import { appendNightEvents } from './night-events.ts'
import { sell } from './nights.ts'
import { bookedStay, type BookedListing, type BookedStay } from './queries.ts'
import { bookingMoveOf } from './reservation-state.ts'
import {
  assertNotOver,
  assertStay,
  differingNights,
  idOf,
  nightsOf,
  pricedGuests,
  type Party,
} from './rules.ts'
import { moveConversations } from '../../records/conversations/store-queries.ts'
import { updateNightsFree } from '../../records/reservations/sold-night-queries.ts'
import { updateStay, updateStayPrice } from '../../records/reservations/native-stay-queries.ts'

export type ChangeField = ReservationUpdated['changed'][number]

/** The stay after the change, and the fields that differ. */
export interface ChangePlan {
  listingId: string
  checkIn: string
  checkOut: string
  checkInTime: string | null
  checkOutTime: string | null
  guestCount: number | null
  changed: ChangeField[]
}

export function planChange(stay: BookedStay, body: ReservationUpdateBody): ChangePlan {
  const current = {
    listingId: stay.listing_id,
    checkIn: stay.check_in,
    checkOut: stay.check_out,
    checkInTime: stay.check_in_time,
    checkOutTime: stay.check_out_time,
    guestCount: stay.occupancy?.total ?? null,
  }
  const wanted = {
    listingId: body.listingId === undefined ? current.listingId : idOf(body.listingId),
    checkIn: body.checkIn ?? current.checkIn,
    checkOut: body.checkOut ?? current.checkOut,
    checkInTime: body.checkInTime ?? current.checkInTime,
    checkOutTime: body.checkOutTime ?? current.checkOutTime,
    guestCount: body.guestCount ?? current.guestCount,
  }
  const changed = (Object.keys(wanted) as ChangeField[]).filter((name) => wanted[name] !== current[name])
  return { ...wanted, changed }
}

/** Throws if a stay in this state cannot be changed. */
export function assertModifiable(stay: BookedStay, command: 'modify' | 'move'): 'confirmed' | 'pending' {
  const move = bookingMoveOf(stay.shown_status, command)
  if (typeof move === 'object' && 'to' in move) return move.to === 'pending' ? 'pending' : 'confirmed'
  throw new ApiError(
    'reservation_not_modifiable',
    `Reservation ${stay.id} is ${stay.shown_status} and can no longer be changed.`,
    { currentStatus: stay.shown_status },
  )
}

export async function modifyNative(
  tx: Queryable,
  scope: Scope,
  { id, target, body, now }: { id: string; target: BookedListing; body: ReservationUpdateBody; now: Date },
): Promise<ReservationUpdated> {
  const write = await openWrite(tx, scope, now)
  // Read under the lock, so that the change applies to current values.
  const stay = await bookedStay(tx, scope, id, now)
  if (!stay) throw new ApiError('not_found', `No reservation ${id} in this workspace.`)
  const plan = planChange(stay, body)
  const moves = plan.changed.includes('listingId')
  const status = assertModifiable(stay, moves ? 'move' : 'modify')
  assertStay(plan, body.checkOut === undefined ? 'checkIn' : 'checkOut')
  if (plan.changed.includes('checkIn')) assertNotOver(plan.checkIn, target, now)
  const price = plan.changed.length > 0 ? await change(write, { stay, plan, target, status }) : null
  const shown = (await shownNow({ tx, scope, now }, [id])).get(id)
  if (!shown) throw new Error('the reservation was not returned')
  return {
    id,
    confirmationCode: shown.confirmationCode,
    listingId: shown.listingId,
    checkIn: shown.checkIn,
    checkOut: shown.checkOut,
    checkInTime: shown.checkInTime,
    checkOutTime: shown.checkOutTime,
    status: shown.status,
    updatedAt: shown.updatedAt,
    changed: plan.changed,
    ...(price ? { pricing: toPricing(price), ...previousTotal(stay, price) } : {}),
  }
}

function previousTotal({ total_price: total, currency }: BookedStay, price: StayPrice) {
  const isSameCurrency = currency === price.currency
  if (isSameCurrency && total !== null && Number(total) === Number(price.total)) return {}
  return {
    previousTotalPrice: total === null ? null : Number(total),
    ...(isSameCurrency ? {} : { previousCurrency: currency }),
  }
}

interface NativeChange {
  stay: BookedStay
  plan: ChangePlan
  target: BookedListing
  status: 'confirmed' | 'pending'
}

async function change(write: Write, { stay, plan, target, status }: NativeChange): Promise<StayPrice | null> {
  const { tx, scope, now } = write
  const before = await shownNow({ tx, scope, now }, [stay.id])
  const { guestCount, changed } = plan
  const occupancy = changed.includes('guestCount') ? partyOfCount(stay, guestCount) : stay.occupancy
  await updateStay(tx, scope, stay.id, {
    ...plan,
    status,
    completesAt: completesAt(plan.checkOut, target.time_zone),
    occupancy,
  })
  const price = await reprice(write, stay, plan, pricedGuests(occupancy))
  const movesNights = changed.some((name) => ['listingId', 'checkIn', 'checkOut'].includes(name))
  if (movesNights) {
    await updateNightsFree(tx, scope, stay.id)
    await sell(write, plan, { listing: target, reservationId: stay.id, code: 'reservation_not_modified' })
  }
  if (changed.includes('listingId')) await moveConversations(tx, scope, stay.id, target.id, write.at)
  await publishReservations(write, { now, origin, runId: null }, { before, created: [], importing: null })
  if (movesNights) await tellMoved(write, stay, plan)
  return price
}

const pricedBy: readonly ChangeField[] = ['listingId', 'checkIn', 'checkOut', 'guestCount']

/** null keeps the agreed price: nothing with a price changed, or a night has no rate. */
async function reprice(
  { tx, scope }: Write,
  stay: BookedStay,
  plan: ChangePlan,
  guests: number,
): Promise<StayPrice | null> {
  if (!plan.changed.some((name) => pricedBy.includes(name))) return null
  const price = await currentPrice(tx, scope, { ...plan, guests, currency: stay.currency })
  if (!price || price.unpricedNights.length > 0) return null
  const { total, currency } = price
  await updateStayPrice(tx, scope, stay.id, { total, currency, financials: toFinancials(price) })
  return price
}

/** The request does not say who the other guests are. */
function partyOfCount(stay: BookedStay, total: number | null): Partial<Party> {
  const none = { adults: null, children: null, infants: null, pets: null }
  return { ...none, ...stay.occupancy, ...none, total }
}

async function tellMoved(write: Write, stay: BookedStay, plan: ChangePlan): Promise<void> {
  const old = nightsOf({ checkIn: stay.check_in, checkOut: stay.check_out })
  const now = nightsOf(plan)
  if (stay.listing_id === plan.listingId)
    return appendNightEvents(write, stay.listing_id, differingNights(old, now))
  await appendNightEvents(write, stay.listing_id, old)
  await appendNightEvents(write, plan.listingId, now)
}
