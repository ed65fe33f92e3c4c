import { addDays } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { blankRow, readFields, readObject, refuseUnknown } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { inventPerson } from '../kit/people.ts'
import { guestPhrases, hostPhrases } from '../kit/phrases.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { utc } from './answers.ts'
import { inventBooking, sites } from './invent-booking.ts'
import { bookingFields, propertyFields } from './records.ts'
import type { Booking, Message, Property } from './records.ts'
import { firstBookingId, firstGuestId } from './seed.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

const fixed = ['id', 'thread_ids'] as const
type Fields = Partial<Omit<Booking, 'thread_ids'>>

/** What happens in the account after it was seeded. */
export class Account {
  readonly store: Store
  readonly #tools: SimulatorTools
  readonly #webhooks: Webhooks
  readonly #random: SeededRandom
  readonly #sites: Deck<string | null>
  /** Guests whom a booking will name later, by its id. */
  readonly #lateGuests = new Map<number, Pick<Booking, 'guest' | 'guest_id'>>()

  constructor(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
    this.store = store
    this.#tools = tools
    this.#webhooks = webhooks
    this.#random = tools.random.fork('account')
    this.#sites = new Deck(this.#random.fork('sites'), sites)
    tools.clock.onAdvance(() => this.deliverLateGuests())
  }

  book(input: unknown): Booking {
    const fields: Fields = readFields(bookingFields, input, fixed)
    const property = this.#propertyFor(fields.property_id)
    const plan = {
      id: this.store.nextId('booking', firstBookingId),
      guestId: this.store.nextId('guest', firstGuestId),
      property,
      kind: fields.is_block === true ? ('block' as const) : ('booking' as const),
      ...this.#stayFor(property, fields),
      status: fields.status ?? 'active',
      site: fields.listing_site ?? this.#sites.draw(),
      person: inventPerson(this.#random, this.#random.int(100_000, 999_999)),
      madeAtMs: this.#tools.clock.nowMs(),
    }
    const booking: Booking = { ...inventBooking(plan, this.#random), ...fields }
    if (this.#tools.faults.take(['late_guest']) !== undefined) {
      this.#lateGuests.set(booking.id, { guest: booking.guest, guest_id: booking.guest_id })
      Object.assign(booking, { guest: null, guest_id: null })
    }
    this.store.hold(booking)
    this.#webhooks.send('entity_create', 'booking', booking)
    return booking
  }

  /** A booking made through the API: it holds what was sent and nothing invented. */
  make(property: Property, sent: Fields, charges: readonly { amount: number }[]): Booking {
    const made = utc(this.#tools.clock.nowMs())
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
      booked_utc: made,
      created_utc: made,
      updated_utc: made,
      ...sent,
      property_id: property.id,
      thread_ids: [],
    }
    this.store.hold(booking)
    this.#webhooks.send('entity_create', 'booking', booking)
    return booking
  }

  change(id: string, input: unknown): Booking {
    return this.#apply(this.booking(id), readFields(bookingFields, input, fixed))
  }

  cancel(id: string, input: unknown): Booking {
    refuseUnknown(readObject(input), [])
    const booking = this.booking(id)
    if (booking.status === 'canceled') throw new ControlError(`booking ${id} is already canceled`)
    return this.#apply(booking, { status: 'canceled', canceled_utc: utc(this.#tools.clock.nowMs()) })
  }

  remove(id: string): void {
    const booking = this.booking(id)
    this.#lateGuests.delete(booking.id)
    this.store.removeBooking(booking)
    this.#webhooks.send('entity_delete', 'booking', booking)
  }

  write(input: unknown): Message {
    const body = readObject(input)
    refuseUnknown(body, ['reservationId', 'conversationId', 'body', 'isIncoming'])
    const { isIncoming = true, body: text } = body
    if (typeof isIncoming !== 'boolean') throw new ControlError('isIncoming must be true or false')
    if (text !== undefined && typeof text !== 'string') throw new ControlError('body must be a string')
    const booking = this.#talkerFor(body.conversationId, body.reservationId)
    const message = this.store.addMessage(booking, {
      body: text ?? this.#random.pick(isIncoming ? guestPhrases : hostPhrases),
      direction: isIncoming ? 'incoming' : 'outgoing',
      is_automated: false,
      sent_utc: utc(this.#tools.clock.nowMs()),
    })
    booking.updated_utc = message.sent_utc
    this.#webhooks.send('entity_create', 'message', message)
    return message
  }

  changeProperty(id: string, input: unknown): Property {
    const property = this.store.properties.get(Number(id))
    if (property === undefined) throw new ControlError(`no listing ${id}`, 404)
    Object.assign(property, readFields(propertyFields, input, ['id']))
    this.#webhooks.send('entity_update', 'property', property)
    return property
  }

  booking(id: string): Booking {
    const booking = this.store.bookings.get(Number(id))
    if (booking === undefined) throw new ControlError(`no reservation ${id}`, 404)
    return booking
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

  #apply(booking: Booking, fields: Fields): Booking {
    const [arrival, departure] = [fields.arrival ?? booking.arrival, fields.departure ?? booking.departure]
    if ((departure ?? '') < (arrival ?? '')) throw new ControlError('departure must not be before arrival')
    const late = this.#lateGuests.get(booking.id)
    this.#lateGuests.delete(booking.id)
    Object.assign(booking, { updated_utc: utc(this.#tools.clock.nowMs()) }, late, fields)
    this.#webhooks.send('entity_update', 'booking', booking)
    return booking
  }

  #propertyFor(id: number | undefined): Property {
    const all = [...this.store.properties.values()]
    const property = id === undefined ? all.find(({ active }) => active) : this.store.properties.get(id)
    if (property === undefined) throw new ControlError('there is no such property to book')
    return id === undefined ? this.#random.pick(all.filter(({ active }) => active)) : property
  }

  #stayFor(property: Property, { arrival, departure }: Fields): { arrival: string; departure: string } {
    const nights = this.#random.int(2, 6)
    if (!arrival) {
      const from = addDays(this.today(), this.#random.int(2, 60))
      return firstFreeStay(this.store.staysOf(property.id), 1, from, nights)
    }
    const end = departure ?? addDays(arrival, nights)
    if (end < arrival) throw new ControlError('departure must not be before arrival')
    return { arrival, departure: end }
  }

  #talkerFor(conversationId: unknown, reservationId: unknown): Booking {
    const guests = [...this.store.bookings.values()].filter(({ is_block }) => is_block !== true)
    if (conversationId !== undefined || reservationId !== undefined) {
      const found = guests.find(
        ({ id, thread_ids }) => id === Number(reservationId) || thread_ids.includes(Number(conversationId)),
      )
      if (found !== undefined) return found
      throw new ControlError(`no conversation or reservation ${String(conversationId ?? reservationId)}`)
    }
    if (guests.length === 0) throw new ControlError('there is no reservation to write about')
    return this.#random.pick(guests)
  }
}
