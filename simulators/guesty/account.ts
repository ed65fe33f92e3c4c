import { known, requireOrder } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { readFields, readObject, refuseUnknown } from '../kit/fields.ts'
import { LateGuests } from '../kit/late-guests.ts'
import { inventPerson } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import { chooseBookingPlace, wrongOrder } from './booking-place.ts'
import { addGuest } from './invent-guest.ts'
import { inventOwnerStay, inventReservation, timesOfStay } from './invent-reservation.ts'
import { listingFields } from './listing-record.ts'
import type { Listing } from './listing-record.ts'
import { instant } from './object-ids.ts'
import { reservationFields } from './reservation-record.ts'
import type { Guest, Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'
import { cancellers, endedStatuses, usualChannels } from './vocabulary.ts'
import { eventContent } from './webhooks.ts'
import type { Webhooks } from './webhooks.ts'

/** What happens in the account after it was seeded. Every change moves the times and tells the webhooks. */
export class Account {
  readonly store: Store
  readonly #tools: SimulatorTools
  readonly #webhooks: Webhooks
  readonly #random: SeededRandom
  readonly lateGuests: LateGuests<Reservation>

  constructor(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
    this.store = store
    this.#tools = tools
    this.#webhooks = webhooks
    this.#random = tools.random.fork('account')
    this.lateGuests = new LateGuests(tools, (reservation) => {
      Object.assign(reservation, this.lateGuests.take(reservation))
      this.#touch(reservation, 'guest')
    })
  }

  book(input: unknown): Reservation {
    const fields = readFields(reservationFields, input, ['_id', 'accountId']) as Partial<Reservation>
    const place = chooseBookingPlace(this.store, fields, this.today(), this.#random)
    const nowMs = this.#tools.clock.nowMs()
    const channel = this.#random.pick(usualChannels)
    const person = inventPerson(this.#random, this.#random.int(100_000, 999_999))
    const guest = addGuest(this.store, person, nowMs, this.#random)
    const plan = {
      id: this.store.ids.make(nowMs),
      listing: place.listing,
      unit: place.unit,
      ...place.stay,
      status: fields.status ?? 'confirmed',
      channel,
      guest,
      isQuestion: fields.status === 'inquiry',
      madeAtMs: nowMs,
      nowMs,
    }
    const invent = fields.source === 'owner' ? inventOwnerStay : inventReservation
    const invented = invent(plan, this.#random)
    const reservation: Reservation = {
      ...invented,
      ...without(fields, 'guest'),
      listingId: invented.listingId,
    }
    if (fields.guest !== undefined) this.#nameGuest(reservation, fields.guest)
    this.lateGuests.mayHoldBack(
      reservation,
      reservation.guestId === null ? {} : { guest: null, guestId: null },
    )
    return this.make(reservation)
  }

  make(reservation: Reservation): Reservation {
    this.store.addReservation(reservation)
    this.#webhooks.send(
      'reservation.created.v2',
      eventContent.reservation(this.store, reservation, 'created'),
    )
    return reservation
  }

  /** A change made through the API, already checked. */
  write(reservation: Reservation, fields: Partial<Reservation>, subtype: string): void {
    Object.assign(reservation, fields)
    this.#touch(reservation, subtype)
  }

  change(id: string, input: unknown): Reservation {
    const reservation = this.reservation(id)
    // A booking can be moved to another home, but not by this interface.
    const fixed = ['_id', 'accountId', 'listingId']
    const fields = readFields(reservationFields, input, fixed) as Partial<Reservation>
    const arrival = fields.checkInDateLocalized ?? reservation.checkInDateLocalized
    const departure = fields.checkOutDateLocalized ?? reservation.checkOutDateLocalized
    requireOrder(arrival, departure, wrongOrder, 1)
    const listing = this.store.listings.get(reservation.listingId)
    const isMoved = fields.checkInDateLocalized !== undefined || fields.checkOutDateLocalized !== undefined
    if (isMoved && listing !== undefined && arrival !== null && departure !== null) {
      Object.assign(reservation, timesOfStay(listing, arrival, departure))
    }
    Object.assign(reservation, this.lateGuests.take(reservation))
    if (fields.status === 'confirmed') reservation.confirmedAt ??= this.#now()
    const money = fields.money ? { ...reservation.money, ...fields.money } : reservation.money
    Object.assign(reservation, without(fields, 'guest'), { money })
    if (fields.guest !== undefined) this.#nameGuest(reservation, fields.guest)
    this.#touch(reservation, isMoved ? 'dates' : 'details', fields.lastUpdatedAt)
    if (fields.money) this.#webhooks.send('guest-folio.updated', eventContent.folio(reservation))
    if (fields.money && 'totalPaid' in fields.money)
      this.#webhooks.send('payments.received', eventContent.payment(reservation))
    return reservation
  }

  cancel(id: string, input: unknown): Reservation {
    const reservation = this.reservation(id)
    const body = readObject(input)
    refuseUnknown(body, ['canceledBy'])
    const canceledBy = body.canceledBy ?? 'GUEST'
    if (typeof canceledBy !== 'string' || !cancellers.includes(canceledBy)) {
      throw new ControlError(`canceledBy must be one of ${cancellers.join(', ')}`)
    }
    if (endedStatuses.includes(reservation.status ?? '')) {
      throw new ControlError(`reservation ${id} has already ended as ${reservation.status}`)
    }
    const canceledAt = this.#now()
    Object.assign(reservation, { status: 'canceled', canceledAt, canceledBy })
    this.#touch(reservation, 'status', canceledAt)
    return reservation
  }

  /** Gone without a trace, and without a webhook: the vendor has none for it. */
  remove(id: string): void {
    const reservation = this.reservation(id)
    this.lateGuests.take(reservation)
    this.store.deleteReservation(reservation)
  }

  changeListing(id: string, input: unknown): Listing {
    const listing = known(this.store.listings.get(id), `no listing ${id}`)
    const fields = readFields(listingFields, input, ['_id', 'accountId', 'type', 'mtl']) as Partial<Listing>
    const prices = { ...listing.prices, ...fields.prices }
    const terms = { ...listing.terms, ...fields.terms }
    Object.assign(listing, { lastUpdatedAt: this.#now() }, fields, { prices, terms })
    this.#webhooks.send('listing.updated', { listing })
    if (fields.prices !== undefined || fields.terms !== undefined) this.tellCalendar(listing)
    return listing
  }

  tellCalendar(listing: Listing): void {
    this.#webhooks.send('calendar.updated.v2', eventContent.calendar(listing, this.today()))
  }

  nowMs(): number {
    return this.#tools.clock.nowMs()
  }

  reservation(id: string): Reservation {
    return known(this.store.reservations.get(id), `no reservation ${id}`)
  }

  today(): string {
    return this.#tools.clock.today()
  }

  #touch(reservation: Reservation, subtype: string, at: string | null = null): void {
    reservation.lastUpdatedAt = at ?? this.#now()
    this.#webhooks.send('reservation.updated.v2', eventContent.reservation(this.store, reservation, subtype))
  }

  #now(): string {
    return instant(this.#tools.clock.nowMs())
  }

  /** Fields of a guest given to the control interface change that guest everywhere. */
  #nameGuest(reservation: Reservation, fields: Partial<Guest> | null): void {
    if (fields === null) {
      Object.assign(reservation, { guest: null, guestId: null })
      return
    }
    const guest = reservation.guest ?? {}
    reservation.guest = Object.assign(guest, fields)
  }
}

function without<T extends object, K extends keyof T>(value: T, name: K): Omit<T, K> {
  const { [name]: _left, ...rest } = value
  return rest
}
