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
    const request: HeldRequest = {
      ...{ id, room, rate, wish, fields, total, ...times },
      ...{ status: 'CREATED', reservationId: null, rejection: null },
    }
    this.#held.set(id, request)
    return this.show(request)
  }

  /** The guest confirms an approved request, which becomes a reservation. */
  confirm(id: string): Reservation {
    const request = known(this.of(id), `no request ${id}`)
    if (request.status !== 'APPROVED') throw new ControlError(`request ${id} is ${request.status}`, 409)
    const { room, rate, wish, fields } = guestMayBook(this.#account, request.fields)
    const { arrival, departure } = wish
    const reservation = this.#account.sell(room, rate, { arrival, departure }, fields)
    this.#move(request, 'BOOKED')
    request.reservationId = reservation.id
    return reservation
  }

  /** Returns false if the request no longer waits for the property. */
  answer(
    request: HeldRequest,
    status: 'APPROVED' | 'REJECTED',
    rejection: HeldRequest['rejection'],
  ): boolean {
    if (request.status !== 'CREATED') return false
    this.#move(request, status)
    request.rejection = rejection
    request.endsMs = request.updatedMs + patienceMs
    return true
  }

  of(id: string): HeldRequest | undefined {
    return this.list().find((request) => request.id === id)
  }

  list(): HeldRequest[] {
    const nowMs = this.#account.nowMs()
    for (const request of this.#held.values()) {
      const next = expired[request.status]
      if (next === undefined || request.endsMs > nowMs) continue
      request.status = next
      request.updatedMs = request.endsMs
    }
    return [...this.#held.values()]
  }

  show({ id, room, rate, wish, status, total, fields, ...request }: HeldRequest) {
    const { id: propertyId, currency } = this.#account.store.hotelOf(room)
    const children = fields.children ?? 0
    const totalPrice = { amount: total, currency }
    return {
      id,
      propertyId,
      requestStatus: status,
      reservationId: request.reservationId,
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
      ...(request.rejection === null
        ? {}
        : { rejectionReason: request.rejection.reason, rejectionReasonText: request.rejection.text }),
      createdAt: secondOf(request.createdMs),
      updatedAt: secondOf(request.updatedMs),
    }
  }

  #move(request: HeldRequest, status: RequestStatus): void {
    request.status = status
    request.updatedMs = this.#account.nowMs()
  }
}
