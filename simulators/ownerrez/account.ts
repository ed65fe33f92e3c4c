import { anyOf, chooseNights, known, readMessage, refuseOptions, requireOrder } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { blankRow, readFields } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { inventPerson } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import { utc } from './answers.ts'
import { inventBooking, sites } from './invent-booking.ts'
import { bookingFields, propertyFields, type Booking, type Message, type Property } from './records.ts'
import { firstBookingId, firstGuestId } from './seed.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

const fixed = ['id', 'thread_ids'] as const
const wrongOrder = 'departure must not be before arrival'
type BookingFields = Partial<Omit<Booking, 'thread_ids'>>

/** Things happen in the account after it was seeded. */
export class Account extends LivingAccount<Store, Webhooks, Booking> {
  readonly #sites = new Deck(this.random.fork('sites'), sites)

  book(input: unknown): Booking {
    const fields: BookingFields = readFields(bookingFields, input, fixed)
    const property = this.#propertyFor(fields.property_id)
    const plan = {
      id: this.store.nextId('booking', firstBookingId),
      guestId: this.store.nextId('guest', firstGuestId),
      property,
      kind: fields.is_block === true ? ('block' as const) : ('booking' as const),
      ...this.#stayFor(property, fields),
      status: fields.status ?? 'active',
      site: fields.listing_site ?? this.#sites.draw(),
      person: inventPerson(this.random, this.random.int(100_000, 999_999)),
      madeAtMs: this.nowMs(),
    }
    const booking: Booking = { ...inventBooking(plan, this.random), ...fields }
    this.lateGuests.mayHoldBack(booking, { guest: null, guest_id: null })
    this.store.hold(booking)
    this.webhooks.send('entity_create', 'booking', booking)
    return booking
  }

  /** A booking through the API has the fields that were sent and nothing invented. */
  make(property: Property, fields: BookingFields, charges: readonly { amount: number }[]): Booking {
    const madeAt = utc(this.nowMs())
    const total = Math.round(charges.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100
    const booking: Booking = {
      ...(blankRow(bookingFields, this.store.nextId('booking', firstBookingId)) as unknown as Booking),
      status: 'active',
      type: 'booking',
      is_block: false,
      check_in: property.check_in,
      check_out: property.check_out,
      adults: 1,
      children: 0,
      infants: 0,
      pets: 0,
      total_amount: total,
      total_paid: 0,
      total_owed: total,
      total_refunded: 0,
      total_host_fees: 0,
      currency_code: property.currency_code,
      charges,
      booked_utc: madeAt,
      created_utc: madeAt,
      updated_utc: madeAt,
      ...fields,
      property_id: property.id,
      thread_ids: [],
    }
    this.store.hold(booking)
    this.webhooks.send('entity_create', 'booking', booking)
    return booking
  }

  change(id: string, input: unknown): Booking {
    return this.apply(this.booking(id), readFields(bookingFields, input, fixed))
  }

  cancel(id: string, input: unknown): Booking {
    refuseOptions(input)
    const booking = this.booking(id)
    if (booking.status === 'canceled') throw new ControlError(`booking ${id} is already canceled`)
    return this.apply(booking, { status: 'canceled', canceled_utc: utc(this.nowMs()) })
  }

  remove(id: string): void {
    const booking = this.booking(id)
    this.lateGuests.take(booking)
    this.store.removeBooking(booking)
    this.webhooks.send('entity_delete', 'booking', booking)
  }

  write(input: unknown): Message {
    const request = readMessage(input, this.random)
    const booking = this.#talkerFor(request.conversationId, request.reservationId)
    const message = this.store.addMessage(booking, {
      body: request.text(),
      isIncoming: request.isIncoming,
      is_automated: false,
      sent_utc: utc(this.nowMs()),
    })
    booking.updated_utc = message.sent_utc
    this.webhooks.send('entity_create', 'thread_message', message)
    return message
  }

  changeListing(id: string, input: unknown): Property {
    const property = known(this.store.properties.get(Number(id)), `no listing ${id}`)
    Object.assign(property, readFields(propertyFields, input, ['id']))
    this.webhooks.send('entity_update', 'property', property)
    return property
  }

  booking(id: string): Booking {
    return known(this.store.bookings.get(Number(id)), `no reservation ${id}`)
  }

  apply(booking: Booking, fields: BookingFields): Booking {
    requireOrder(fields.arrival ?? booking.arrival, fields.departure ?? booking.departure, wrongOrder)
    const updated_utc = utc(this.nowMs())
    Object.assign(booking, { updated_utc }, this.lateGuests.take(booking), fields)
    this.webhooks.send('entity_update', 'booking', booking)
    return booking
  }

  #propertyFor(id: number | undefined): Property {
    const all = [...this.store.properties.values()]
    const property = id === undefined ? all.find(({ active }) => active) : this.store.properties.get(id)
    if (property === undefined) throw new ControlError('there is no such property to book')
    return id === undefined ? this.random.pick(all.filter(({ active }) => active)) : property
  }

  #stayFor(
    property: Property,
    { arrival, departure }: BookingFields,
  ): { arrival: string; departure: string } {
    requireOrder(arrival, departure, wrongOrder)
    return chooseNights({ arrival, departure }, this.today(), this.random, (from, nights) =>
      firstFreeStay(this.store.staysOf(property.id), 1, from, nights),
    )
  }

  /** By thread with messages, since large accounts are filled message by message. */
  readonly #talkers = new Map<number, Booking>()

  #talkerFor(conversationId: unknown, reservationId: unknown): Booking {
    const bookings = this.store.bookings.values()
    if (conversationId !== undefined || reservationId !== undefined) {
      const thread = Number(conversationId)
      const known = this.#talkers.get(thread) ?? this.store.bookings.get(Number(reservationId))
      const found =
        known && this.store.bookings.has(known.id)
          ? known
          : bookings.find(({ thread_ids }) => thread_ids.includes(thread))
      if (found !== undefined && found.is_block !== true) {
        for (const id of found.thread_ids) this.#talkers.set(id, found)
        return found
      }
      throw new ControlError(`no conversation or reservation ${String(conversationId ?? reservationId)}`)
    }
    const guests = [...bookings].filter(({ is_block }) => is_block !== true)
    return anyOf(guests, this.random, 'there is no reservation to write about')
  }
}
