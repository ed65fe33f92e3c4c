/** Requests to book: the property answers and then the guest confirms, each within a deadline. */
import { known } from '../kit/asked.ts'
import { secondOf } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { Account, ReservationFields } from './account.ts'
import { guestMayBook } from './guest.ts'
import { priceFor, rateNightOf, type Wish } from './inventory.ts'
import type { RatePlan, Reservation, Room } from './records.ts'
import { nightsOf } from './store.ts'

export type RequestStatus =
  'CREATED' | 'APPROVED' | 'REJECTED' | 'EXPIRED_PENDING_APPROVAL' | 'BOOKED' | 'EXPIRED_AFTER_APPROVAL'

interface HeldRequest {
  id: string
  room: Room
  rate: RatePlan
  wish: Wish
  fields: ReservationFields
  status: RequestStatus
  reservationId: number | null
  total: number
  rejection: { reason: string; text: string | null } | null
  createdMs: number
  updatedMs: number
  endsMs: number
}

const patienceMs = 24 * 3_600_000
const expired: Partial<Record<RequestStatus, RequestStatus>> = {
  CREATED: 'EXPIRED_PENDING_APPROVAL',
  APPROVED: 'EXPIRED_AFTER_APPROVAL',
}

export class BookingRequests {
  readonly #held = new Map<string, HeldRequest>()
  readonly #account: Account

  constructor(account: Account) {
    this.#account = account
  }

  /** A guest asks; the nights stay open until the guest has confirmed. */
  create(input: unknown): object {
    const { room, rate, wish, fields } = guestMayBook(this.#account, input)
    const nowMs = this.#account.nowMs()
    const id = String(this.#account.store.nextId('request', 710_001))
    const { store } = this.#account
    const prices = nightsOf(wish).map(
      (day) => priceFor(rateNightOf(store, room, rate, day), wish.guests) ?? 0,
    )
    const total = Math.round(prices.reduce((sum, price) => sum + price, 0) * wish.count * 100) / 100
    const times = { createdMs: nowMs, updatedMs: nowMs, endsMs: nowMs + patienceMs }
    const held: HeldRequest = {
      ...{ id, room, rate, wish, fields, total, ...times },
      ...{ status: 'CREATED', reservationId: null, rejection: null },
    }
    this.#held.set(id, held)
    return this.show(held)
  }

  /** The guest confirms an approved request, which becomes a reservation. */
  confirm(id: string): Reservation {
    const held = known(this.of(id), `no request ${id}`)
    if (held.status !== 'APPROVED') throw new ControlError(`request ${id} is ${held.status}`, 409)
    const { room, rate, wish, fields } = guestMayBook(this.#account, held.fields)
    const { arrival, departure } = wish
    const reservation = this.#account.sell(room, rate, { arrival, departure }, fields)
    this.#move(held, 'BOOKED')
    held.reservationId = reservation.id
    return reservation
  }

  /** Returns false if the request no longer waits for the property. */
  answer(held: HeldRequest, status: 'APPROVED' | 'REJECTED', rejection: HeldRequest['rejection']): boolean {
    if (held.status !== 'CREATED') return false
    this.#move(held, status)
    held.rejection = rejection
    held.endsMs = held.updatedMs + patienceMs
    return true
  }

  of(id: string): HeldRequest | undefined {
    return this.list().find((held) => held.id === id)
  }

  list(): HeldRequest[] {
    const nowMs = this.#account.nowMs()
    for (const held of this.#held.values()) {
      const next = expired[held.status]
      if (next === undefined || held.endsMs > nowMs) continue
      held.status = next
      held.updatedMs = held.endsMs
    }
    return [...this.#held.values()]
  }

  show({ id, room, rate, wish, status, total, fields, ...held }: HeldRequest) {
    const { id: propertyId, currency } = this.#account.store.hotelOf(room)
    const children = fields.children ?? 0
    const totalPrice = { amount: total, currency }
    return {
      id,
      propertyId,
      requestStatus: status,
      reservationId: held.reservationId,
      checkin: wish.arrival,
      checkout: wish.departure,
      totalPrice,
      units: Array.from({ length: wish.count }, () => ({
        ...{ id: room.id, rateId: rate.id, name: room.room_name },
        price: { amount: Math.round((total / wish.count) * 100) / 100, currency },
      })),
      occupancy: { adults: wish.guests - children, children, total: wish.guests },
      guestInfo: {
        guestMessage: fields.remarks ?? null,
        ...{ emailVerified: true, phoneVerified: true, registeredSince: '2019', domestic: false },
        ...{ hasNoShow: false, hasPastMisconduct: false, completedStays: '5+' },
      },
      ...(held.rejection === null
        ? {}
        : { rejectionReason: held.rejection.reason, rejectionReasonText: held.rejection.text }),
      createdAt: secondOf(held.createdMs),
      updatedAt: secondOf(held.updatedMs),
    }
  }

  #move(held: HeldRequest, status: RequestStatus): void {
    held.status = status
    held.updatedMs = this.#account.nowMs()
  }
}
