import { daysBetween } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { blankRow, readFields, readObject, refuseUnknown } from '../kit/fields.ts'
import { guestPhrases, hostPhrases } from '../kit/phrases.ts'
import { inventPerson } from '../kit/people.ts'
import type { SeededRandom } from '../kit/random.ts'
import { chooseListing, chooseStay, chooseUnit, requireOrder } from './booking-place.ts'
import { addMessage, openConversation } from './invent-message.ts'
import { inventOwnerStay, inventReservation, withoutDates } from './invent-reservation.ts'
import { listingFields } from './listing-record.ts'
import type { Listing } from './listing-record.ts'
import type { Conversation, Message } from './message-record.ts'
import { guestFields, reservationFields } from './reservation-record.ts'
import type { Reservation } from './reservation-record.ts'
import { firstReservationId } from './seed-reservations.ts'
import { stamp } from './stamp.ts'
import { accountId } from './store.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

const changesOfStay: readonly (keyof Reservation)[] = [
  'arrivalDate',
  'departureDate',
  'numberOfGuests',
  'adults',
  'children',
  'totalPrice',
]

/** What happens in the account after it was seeded. Every change moves the times and tells the webhooks. */
export class Account {
  readonly store: Store
  readonly #tools: SimulatorTools
  readonly #webhooks: Webhooks
  readonly #random: SeededRandom
  /** Guest data that a booking will get later, by its id. */
  readonly #lateGuests = new Map<number, Partial<Reservation>>()

  constructor(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
    this.store = store
    this.#tools = tools
    this.#webhooks = webhooks
    this.#random = tools.random.fork('account')
    tools.clock.onAdvance(() => this.deliverLateGuests())
  }

  book(input: unknown): Reservation {
    const fields = readFields(reservationFields, input, ['id'])
    const listing = chooseListing(this.store, fields.listingMapId, this.#random)
    const stay = chooseStay(this.store, listing, fields, this.today(), this.#random)
    const channelId = fields.channelId ?? this.#random.pick([2018, 2005, 2000, 2002])
    const nowMs = this.#tools.clock.nowMs()
    const plan = {
      id: this.store.nextId('reservation', firstReservationId),
      listing,
      unit: chooseUnit(this.store, listing, stay),
      ...stay,
      status: fields.status ?? 'new',
      channelId,
      person: inventPerson(this.#random, this.#random.int(100_000, 999_999)),
      madeAtMs: nowMs,
      nowMs,
    }
    const invented = (fields.status === 'ownerStay' ? inventOwnerStay : inventReservation)(plan, this.#random)
    const dated =
      fields.isDatesUnspecified === 1 ? withoutDates(invented, this.#tools.clock.today()) : invented
    const reservation = { ...dated, ...fields, nights: nightsOf({ ...dated, ...fields }) }
    if (this.#tools.faults.take(['late_guest']) !== undefined) this.#holdGuestBack(reservation)
    this.store.addReservation(reservation)
    this.#webhooks.send('reservation.created', reservation)
    return reservation
  }

  /** A booking made through the API: it holds what was sent and nothing invented. */
  make(listing: Listing, sent: Partial<Reservation>): Reservation {
    const nowMs = this.#tools.clock.nowMs()
    const stay = { arrival: sent.arrivalDate ?? '', departure: sent.departureDate ?? '' }
    const id = this.store.nextId('reservation', firstReservationId)
    const at = stamp(nowMs)
    const unit = chooseUnit(this.store, listing, stay)
    const reservation: Reservation = {
      ...blankRow(reservationFields, id),
      listingName: listing.name,
      source: 'hostawayDirect',
      channelName: 'direct',
      reservationId: `${accountId}-${listing.id}-${sent.channelId}-${id}`,
      hostawayReservationId: id,
      isProcessed: 1,
      hasPullError: 0,
      isDatesUnspecified: 0,
      isInstantBooked: 0,
      isPaid: 0,
      isStarred: 0,
      isArchived: 0,
      isPinned: 0,
      nights: daysBetween(stay.arrival, stay.departure),
      currency: listing.currencyCode,
      status: 'new',
      reservationAgreement: 'not_required',
      reservationFees: [],
      customFieldValues: [],
      financeField: [],
      reservationDate: at,
      insertedOn: at,
      updatedOn: at,
      latestActivityOn: at,
      ...sent,
      listingMapId: listing.id,
      reservationUnit: unit === undefined ? [] : [{ id: id * 10, reservationId: id, listingUnitId: unit.id }],
    }
    this.store.addReservation(reservation)
    openConversation(this.store, reservation)
    this.#webhooks.send('reservation.created', reservation)
    return reservation
  }

  change(id: string, input: unknown): Reservation {
    const reservation = this.reservation(id)
    // The vendor never moves a booking to another listing.
    const fields = readFields(reservationFields, input, ['id', 'listingMapId', 'hostawayReservationId'])
    const arrival = fields.arrivalDate ?? reservation.arrivalDate
    const departure = fields.departureDate ?? reservation.departureDate
    requireOrder(arrival, departure)
    const isMoved = arrival !== reservation.arrivalDate || departure !== reservation.departureDate
    const isChanged = changesOfStay.some(
      (name) => fields[name] !== undefined && fields[name] !== reservation[name],
    )
    const previous = isMoved
      ? { previousArrivalDate: reservation.arrivalDate, previousDepartureDate: reservation.departureDate }
      : {}
    const status = isChanged && reservation.status === 'new' ? { status: 'modified' } : {}
    Object.assign(reservation, previous, status, this.#takeLateGuest(reservation), fields)
    reservation.nights = fields.nights ?? nightsOf(reservation)
    this.#touch(reservation, fields)
    return reservation
  }

  cancel(id: string, input: unknown): Reservation {
    const reservation = this.reservation(id)
    const body = readObject(input)
    refuseUnknown(body, ['cancelledBy'])
    const cancelledBy = body.cancelledBy ?? 'guest'
    if (cancelledBy !== 'guest' && cancelledBy !== 'host') {
      throw new ControlError('cancelledBy must be guest or host')
    }
    if (reservation.status === 'cancelled') throw new ControlError(`reservation ${id} is already cancelled`)
    const cancellationDate = this.#tools.clock.today()
    Object.assign(reservation, { status: 'cancelled', cancellationDate, cancelledBy })
    this.#touch(reservation)
    return reservation
  }

  /** Gone without a trace, and without a webhook: the vendor has none for it. */
  remove(id: string): void {
    const reservation = this.reservation(id)
    this.#lateGuests.delete(reservation.id)
    this.store.deleteReservation(reservation)
  }

  write(input: unknown): Message {
    const body = readObject(input)
    refuseUnknown(body, ['reservationId', 'conversationId', 'body', 'isIncoming'])
    const isIncoming = readDirection(body.isIncoming)
    if (body.body !== undefined && typeof body.body !== 'string')
      throw new ControlError('body must be a string')
    const conversation = this.#conversationFor(body.conversationId, body.reservationId)
    const text = body.body ?? this.#random.pick(isIncoming ? guestPhrases : hostPhrases)
    const plan = { body: text, isIncoming, atMs: this.#tools.clock.nowMs() }
    const message = addMessage(this.store, conversation, plan, this.#random)
    this.store.changed()
    if (isIncoming) this.#webhooks.send('message.received', message)
    return message
  }

  changeListing(id: string, input: unknown): Listing {
    const listing = this.store.listings.get(Number(id))
    if (listing === undefined) throw new ControlError(`no listing ${id}`, 404)
    Object.assign(listing, { latestActivityOn: this.#now() }, readFields(listingFields, input, ['id']))
    this.store.changed()
    return listing
  }

  reservation(id: string): Reservation {
    const reservation = this.store.reservations.get(Number(id))
    if (reservation === undefined) throw new ControlError(`no reservation ${id}`, 404)
    return reservation
  }

  deliverLateGuests(): void {
    for (const id of [...this.#lateGuests.keys()]) {
      const reservation = this.store.reservations.get(id)
      if (reservation === undefined) continue
      Object.assign(reservation, this.#takeLateGuest(reservation))
      this.#touch(reservation)
    }
  }

  #touch(reservation: Reservation, fields: Partial<Reservation> = {}): void {
    const now = this.#now()
    reservation.updatedOn = fields.updatedOn ?? now
    reservation.latestActivityOn = fields.latestActivityOn ?? now
    this.store.changed()
    this.#webhooks.send('reservation.updated', reservation)
  }

  today(): string {
    return this.#tools.clock.today()
  }

  #now(): string {
    return stamp(this.#tools.clock.nowMs())
  }

  #holdGuestBack(reservation: Reservation): void {
    const guest = Object.fromEntries(guestFields.map((name) => [name, reservation[name]]))
    this.#lateGuests.set(reservation.id, guest)
    for (const name of guestFields) reservation[name] = null
  }

  #takeLateGuest(reservation: Reservation): Partial<Reservation> {
    const guest = this.#lateGuests.get(reservation.id) ?? {}
    this.#lateGuests.delete(reservation.id)
    return guest
  }

  #conversationFor(conversationId: unknown, reservationId: unknown): Conversation {
    if (conversationId !== undefined) {
      const conversation = this.store.conversations.get(Number(conversationId))
      if (conversation === undefined) throw new ControlError(`no conversation ${String(conversationId)}`)
      return conversation
    }
    if (reservationId !== undefined) {
      const reservation = this.store.reservations.get(Number(reservationId))
      if (reservation === undefined) throw new ControlError(`no reservation ${String(reservationId)}`)
      return this.store.conversationsOf(reservation.id)[0] ?? openConversation(this.store, reservation)
    }
    const guests = [...this.store.reservations.values()].filter((stay) => stay.status !== 'ownerStay')
    if (guests.length === 0) throw new ControlError('there is no reservation to write about')
    const reservation = this.#random.pick(guests)
    return this.store.conversationsOf(reservation.id)[0] ?? openConversation(this.store, reservation)
  }
}

function nightsOf({ arrivalDate, departureDate }: Reservation): number | null {
  return arrivalDate === null || departureDate === null ? null : daysBetween(arrivalDate, departureDate)
}

function readDirection(value: unknown): boolean {
  if (value === undefined || value === true || value === 1) return true
  if (value === false || value === 0) return false
  throw new ControlError('isIncoming must be true, false, 1 or 0')
}
