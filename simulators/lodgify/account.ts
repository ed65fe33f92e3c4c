import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { readFields, readObject, refuseUnknown } from '../kit/fields.ts'
import { inventPerson } from '../kit/people.ts'
import { guestPhrases, hostPhrases } from '../kit/phrases.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { bookingFields, enquiryFields, nobody, noThread } from './booking-record.ts'
import type { Booking, Enquiry, Message } from './booking-record.ts'
import { chooseLodging, chooseStay, requireOrder } from './booking-place.ts'
import { inventBooking, inventUnavailable } from './invent-booking.ts'
import { moment } from './moment.ts'
import { propertyFields, roomTypeFields } from './property-record.ts'
import type { Lodging } from './property-record.ts'
import { firstBookingId } from './seed-bookings.ts'
import type { Store } from './store.ts'
import { addMessage } from './threads.ts'
import { sources } from './vocabulary.ts'
import { availabilityPayload, bookingPayload, messagePayload } from './webhook-payload.ts'
import type { Webhooks } from './webhooks.ts'

const fixed = ['id', 'user_id', 'thread_uid'] as const

/** What happens in the account after it was seeded. Every change moves the times and tells the webhooks. */
export class Account {
  readonly store: Store
  readonly #tools: SimulatorTools
  readonly #webhooks: Webhooks
  readonly #random: SeededRandom
  readonly #sources: Deck<(typeof sources)[number][0]>
  /** Guest data that a booking will get later, by its id. */
  readonly #lateGuests = new Map<number, object | null>()

  constructor(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
    this.store = store
    this.#tools = tools
    this.#webhooks = webhooks
    this.#random = tools.random.fork('account')
    this.#sources = new Deck(
      this.#random.fork('sources'),
      sources.filter(([source]) => !source.isFeed),
    )
    tools.clock.onAdvance(() => this.deliverLateGuests())
  }

  book(input: unknown): Booking {
    const fields = readFields(bookingFields, input, fixed)
    const lodging = chooseLodging(this.store, fields, this.#random)
    const nowMs = this.#tools.clock.nowMs()
    const plan = {
      id: this.store.nextId('booking', firstBookingId),
      lodging,
      ...chooseStay(this.store, lodging, fields, this.#tools.clock.today(), this.#random),
      status: fields.status ?? 'Booked',
      source: fields.source ?? this.#sources.draw().name,
      person: inventPerson(this.#random, this.#random.int(100_000, 999_999)),
      madeAtMs: nowMs,
      nowMs,
    }
    const invent = fields.is_unavailable === true ? inventUnavailable : inventBooking
    const booking: Booking = { ...invent(plan, this.#random), ...fields }
    if (this.#tools.faults.take(['late_guest']) !== undefined) {
      this.#lateGuests.set(booking.id, booking.guest)
      booking.guest = nobody
    }
    this.store.addBooking(booking)
    if (booking.is_unavailable !== true) this.#tell('booking_new_any_status', booking)
    if (booking.status === 'Booked') this.#tell('booking_new_status_booked', booking)
    this.#webhooks.send('availability_change', availabilityPayload(booking))
    return booking
  }

  /** A booking made through the API: it holds what was sent and nothing invented. */
  make(booking: Booking): Booking {
    this.store.addBooking(booking)
    this.#tell('booking_new_any_status', booking)
    if (booking.status === 'Booked') this.#tell('booking_new_status_booked', booking)
    this.#webhooks.send('availability_change', availabilityPayload(booking))
    return booking
  }

  /** A change made through the API, already checked. */
  apply(booking: Booking, fields: Partial<Booking>): Booking {
    return this.#apply(booking, fields)
  }

  /** Rates or availability of a room type were written. */
  tell(event: 'rate_change' | 'availability_change', { property, room }: Lodging): void {
    this.#webhooks.send(event, { property_id: property.id, room_type_ids: [room.id] })
  }

  nowMs(): number {
    return this.#tools.clock.nowMs()
  }

  /** For ids of what is made, such as threads. */
  get random(): SeededRandom {
    return this.#random
  }

  change(id: string, input: unknown): Booking | Enquiry {
    if (id.startsWith('E')) return this.#changeEnquiry(this.enquiry(id), input)
    const booking = this.booking(id)
    const fields = readFields(bookingFields, input, [...fixed, 'property_id', 'rooms'])
    requireOrder(fields.arrival ?? booking.arrival, fields.departure ?? booking.departure)
    return this.#apply(booking, fields)
  }

  cancel(id: string, input: unknown): Booking | Enquiry {
    refuseUnknown(readObject(input), [])
    if (id.startsWith('E')) return this.#changeEnquiry(this.enquiry(id), { status: 'Declined' })
    const booking = this.booking(id)
    if (booking.status === 'Declined') throw new ControlError(`booking ${id} is already cancelled`)
    return this.#apply(booking, { status: 'Declined', canceled_at: this.#now() })
  }

  /** Gone without a trace, and without a webhook. */
  remove(id: string): void {
    if (id.startsWith('E')) this.store.eraseEnquiry(this.enquiry(id))
    else this.store.eraseBooking(this.booking(id))
  }

  write(input: unknown): Message & { conversationId: string } {
    const body = readObject(input)
    refuseUnknown(body, ['reservationId', 'conversationId', 'body', 'isIncoming'])
    const { isIncoming = true, body: text } = body
    if (typeof isIncoming !== 'boolean') throw new ControlError('isIncoming must be true or false')
    if (text !== undefined && typeof text !== 'string') throw new ControlError('body must be a string')
    const row = this.#rowFor(body.conversationId, body.reservationId)
    const plan = {
      body: text ?? this.#random.pick(isIncoming ? guestPhrases : hostPhrases),
      isIncoming,
      atMs: this.#tools.clock.nowMs(),
    }
    const message = addMessage(this.store, row, plan)
    row.updated_at = this.#now()
    const thread = this.store.threads.get(row.thread_uid ?? '')
    if (isIncoming && thread !== undefined) {
      this.#webhooks.send('guest_message_received', messagePayload(thread, message))
    }
    return { ...message, conversationId: row.thread_uid ?? '' }
  }

  /** Fields of the room type, or of its property where the room type has none of that name. */
  changeListing(id: string, input: unknown): Lodging {
    const lodging = this.lodging(id)
    const fields = Object.entries(readObject(input))
    const ofRoom = fields.filter(([name]) => Object.hasOwn(roomTypeFields, name))
    const ofProperty = fields.filter(([name]) => !Object.hasOwn(roomTypeFields, name))
    Object.assign(lodging.room, readFields(roomTypeFields, Object.fromEntries(ofRoom), ['id']))
    Object.assign(lodging.property, readFields(propertyFields, Object.fromEntries(ofProperty), ['id']))
    lodging.property.updated_at = this.#now()
    return lodging
  }

  booking(id: string): Booking {
    const booking = this.store.bookings.get(Number(id))
    if (booking === undefined) throw new ControlError(`no reservation ${id}`, 404)
    return booking
  }

  enquiry(id: string): Enquiry {
    const enquiry = this.store.enquiries.get(Number(id.slice(1)))
    if (enquiry === undefined) throw new ControlError(`no reservation ${id}`, 404)
    return enquiry
  }

  /** `property-roomType`. */
  lodging(id: string): Lodging {
    const lodging = this.store.lodgings.get(Number(id.split('-')[1]))
    if (lodging === undefined || lodging.property.id !== Number(id.split('-')[0])) {
      throw new ControlError(`no listing ${id}`, 404)
    }
    return lodging
  }

  today(): string {
    return this.#tools.clock.today()
  }

  deliverLateGuests(): void {
    for (const id of [...this.#lateGuests.keys()]) {
      const booking = this.store.bookings.get(id)
      if (booking !== undefined) this.#apply(booking, {})
      this.#lateGuests.delete(id)
    }
  }

  #apply(booking: Booking, fields: Partial<Booking>): Booking {
    const before = { ...booking }
    const late = this.#lateGuests.get(booking.id)
    this.#lateGuests.delete(booking.id)
    const changed = { updated_at: this.#now(), ...(late === undefined ? {} : { guest: late }) }
    Object.assign(booking, changed, fields)
    this.#tell('booking_change', booking)
    if (booking.status !== before.status) {
      this.#tell(`booking_status_change_${booking.status?.toLowerCase()}`, booking)
    }
    const moved = (['arrival', 'departure', 'status', 'is_deleted'] as const).some(
      (name) => booking[name] !== before[name],
    )
    if (moved) this.#webhooks.send('availability_change', availabilityPayload(booking))
    return booking
  }

  #changeEnquiry(enquiry: Enquiry, input: unknown): Enquiry {
    const fields = readFields(enquiryFields, input, ['id', 'thread_uid', 'property_id', 'property_name'])
    requireOrder(fields.arrival ?? enquiry.arrival, fields.departure ?? enquiry.departure)
    return Object.assign(enquiry, { updated_at: this.#now() }, fields)
  }

  #tell(event: string, booking: Booking): void {
    this.#webhooks.send(event, bookingPayload(this.store, booking))
  }

  #rowFor(conversationId: unknown, reservationId: unknown): Booking | Enquiry {
    if (conversationId !== undefined) {
      const thread = this.store.threads.get(String(conversationId))
      const row = thread === undefined ? undefined : this.store.rowOfThread(thread)
      if (row === undefined) throw new ControlError(`no conversation ${String(conversationId)}`)
      return row
    }
    if (reservationId !== undefined) {
      const id = String(reservationId)
      const row = id.startsWith('E')
        ? this.store.enquiries.get(Number(id.slice(1)))
        : this.store.bookings.get(Number(id))
      if (row === undefined) throw new ControlError(`no reservation ${id}`)
      if (row.thread_uid === noThread) throw new ControlError(`reservation ${id} has no thread`)
      return row
    }
    const talkers = [...this.store.bookings.values()].filter(
      (booking) => booking.thread_uid !== noThread && booking.is_deleted !== true,
    )
    if (talkers.length === 0) throw new ControlError('there is no reservation to write about')
    return this.#random.pick(talkers)
  }

  #now(): string {
    return moment(this.#tools.clock.nowMs())
  }
}
