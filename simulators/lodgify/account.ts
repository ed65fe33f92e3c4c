import { anyOf, known, readMessage, refuseOptions, requireOrder } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { readFields, readObject } from '../kit/fields.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { inventPerson } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import { bookingFields, enquiryFields, nobody, noThread } from './booking-record.ts'
import type { Booking, Enquiry, Message } from './booking-record.ts'
import { chooseLodging, chooseStay, wrongOrder } from './booking-place.ts'
import { inventBooking, inventUnavailable } from './invent-booking.ts'
import { moment } from './moment.ts'
import { propertyFields, roomTypeFields, type PropertyRoom } from './property-record.ts'
import { firstBookingId } from './seed-bookings.ts'
import type { Store } from './store.ts'
import { addMessage } from './threads.ts'
import { sources } from './vocabulary.ts'
import { availabilityPayload, bookingPayload, messagePayload } from './webhook-payload.ts'
import type { Webhooks } from './webhooks.ts'

const fixed = ['id', 'user_id', 'thread_uid'] as const

/** Things happen in the account after it was seeded; every change moves the times and sends the webhooks. */
export class Account extends LivingAccount<Store, Webhooks, Booking> {
  readonly #sources = new Deck(
    this.random.fork('sources'),
    sources.filter(([source]) => !source.isFeed),
  )

  book(input: unknown): Booking {
    const fields = readFields(bookingFields, input, fixed)
    const lodging = chooseLodging(this.store, fields, this.random)
    const nowMs = this.nowMs()
    const plan = {
      id: this.store.nextId('booking', firstBookingId),
      lodging,
      ...chooseStay(this.store, lodging, fields, this.today(), this.random),
      status: fields.status ?? 'Booked',
      source: fields.source ?? this.#sources.draw().name,
      person: inventPerson(this.random, this.random.int(100_000, 999_999)),
      madeAtMs: nowMs,
      nowMs,
    }
    const invent = fields.is_unavailable === true ? inventUnavailable : inventBooking
    const booking: Booking = { ...invent(plan, this.random), ...fields }
    this.lateGuests.mayHoldBack(booking, { guest: nobody })
    return this.make(booking)
  }

  make(booking: Booking): Booking {
    this.store.addBooking(booking)
    if (booking.is_unavailable !== true) this.#tell('booking_new_any_status', booking)
    if (booking.status === 'Booked') this.#tell('booking_new_status_booked', booking)
    this.webhooks.send('availability_change', availabilityPayload(booking))
    return booking
  }

  /** Sends the webhook after rates or availability of a room type were written. */
  tell(event: 'rate_change' | 'availability_change', { property, room }: PropertyRoom): void {
    this.webhooks.send(event, { property_id: property.id, room_type_ids: [room.id] })
  }

  change(id: string, input: unknown): Booking | Enquiry {
    if (id.startsWith('E')) return this.#changeEnquiry(this.enquiry(id), input)
    const booking = this.booking(id)
    const fields = readFields(bookingFields, input, [...fixed, 'property_id', 'rooms'])
    requireOrder(fields.arrival ?? booking.arrival, fields.departure ?? booking.departure, wrongOrder)
    return this.apply(booking, fields)
  }

  cancel(id: string, input: unknown): Booking | Enquiry {
    refuseOptions(input)
    if (id.startsWith('E')) return this.#changeEnquiry(this.enquiry(id), { status: 'Declined' })
    const booking = this.booking(id)
    if (booking.status === 'Declined') throw new ControlError(`booking ${id} is already cancelled`)
    return this.apply(booking, { status: 'Declined', canceled_at: this.#now() })
  }

  /** The vendor sends no webhook for a removed booking. */
  remove(id: string): void {
    if (id.startsWith('E')) return this.store.eraseEnquiry(this.enquiry(id))
    const booking = this.booking(id)
    this.lateGuests.take(booking)
    this.store.eraseBooking(booking)
  }

  write(input: unknown): Message & { conversationId: string } {
    const { isIncoming, text, conversationId, reservationId } = readMessage(input, this.random)
    const row = this.#rowFor(conversationId, reservationId)
    const message = addMessage(this.store, row, { body: text(), isIncoming, atMs: this.nowMs() })
    row.updated_at = this.#now()
    const thread = this.store.threads.get(row.thread_uid ?? '')
    if (isIncoming && thread !== undefined) {
      this.webhooks.send('guest_message_received', messagePayload(thread, message))
    }
    return { ...message, conversationId: row.thread_uid ?? '' }
  }

  /** Changes fields of the room type, or of its property if the room type lacks the name. */
  changeListing(id: string, input: unknown): PropertyRoom {
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
    return known(this.store.bookings.get(Number(id)), `no reservation ${id}`)
  }

  enquiry(id: string): Enquiry {
    return known(this.store.enquiries.get(Number(id.slice(1))), `no reservation ${id}`)
  }

  /** The id is `property-roomType`. */
  lodging(id: string): PropertyRoom {
    const lodging = this.store.lodgings.get(Number(id.split('-')[1]))
    if (lodging === undefined || lodging.property.id !== Number(id.split('-')[0])) {
      throw new ControlError(`no listing ${id}`, 404)
    }
    return lodging
  }

  /** Makes a change that was already checked. */
  apply(booking: Booking, fields: Partial<Booking>): Booking {
    const before = { ...booking }
    Object.assign(booking, { updated_at: this.#now() }, this.lateGuests.take(booking), fields)
    this.#tell('booking_change', booking)
    if (booking.status !== before.status) {
      this.#tell(`booking_status_change_${booking.status?.toLowerCase()}`, booking)
    }
    const moved = (['arrival', 'departure', 'status', 'is_deleted'] as const).some(
      (name) => booking[name] !== before[name],
    )
    if (moved) this.webhooks.send('availability_change', availabilityPayload(booking))
    return booking
  }

  #changeEnquiry(enquiry: Enquiry, input: unknown): Enquiry {
    const fields = readFields(enquiryFields, input, ['id', 'thread_uid', 'property_id', 'property_name'])
    requireOrder(fields.arrival ?? enquiry.arrival, fields.departure ?? enquiry.departure, wrongOrder)
    return Object.assign(enquiry, { updated_at: this.#now() }, fields)
  }

  #tell(event: string, booking: Booking): void {
    this.webhooks.send(event, bookingPayload(this.store, booking))
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
    return anyOf(talkers, this.random, 'there is no reservation to write about')
  }

  #now(): string {
    return moment(this.nowMs())
  }
}
