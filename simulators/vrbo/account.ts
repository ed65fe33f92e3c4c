import { anyOf, chooseNights, known, readMessage, refuseOptions, requireOrder } from '../kit/asked.ts'
import { addDays, daysBetween, secondOf } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { readFields } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { inventPerson } from '../kit/people.ts'
import { roundMoney } from '../kit/places.ts'
import type { Files } from './files.ts'
import type { Happenings } from './happenings.ts'
import type { Inbox, Message, Thread } from './inbox.ts'
import { inventBooking } from './invent-booking.ts'
import { bookingFields, isOver, propertyFields, type Booking, type Property } from './records.ts'
import type { Reviews } from './reviews.ts'
import { firstBooking } from './seed.ts'
import type { Store } from './store.ts'

const wrongOrder = 'checkOutDate must not be before checkInDate'

/** Things happen in the account after it was seeded. */
export class Account extends LivingAccount<Store, null, Booking> {
  readonly inbox: Inbox
  readonly files: Files
  readonly reviews: Reviews
  readonly happenings: Happenings

  constructor(
    store: Store,
    tools: SimulatorTools,
    {
      inbox,
      files,
      reviews,
      happenings,
    }: { inbox: Inbox; files: Files; reviews: Reviews; happenings: Happenings },
  ) {
    super(store, tools, null)
    this.inbox = inbox
    this.files = files
    this.reviews = reviews
    this.happenings = happenings
    tools.clock.onAdvance(() => this.catchUp())
  }

  /** Applies what only time brings. */
  catchUp(): void {
    this.happenings.catchUp(this.inbox, this.reviews, this.nowMs())
  }

  book(input: unknown): Booking {
    const fields = readFields(bookingFields, input, ['id', 'messageThreadId'])
    const property = this.#propertyFor(fields.propertyId)
    requireOrder(fields.checkInDate, fields.checkOutDate, wrongOrder)
    const stay = chooseNights(
      { arrival: fields.checkInDate, departure: fields.checkOutDate },
      this.today(),
      this.random,
      (from, nights) => firstFreeStay(this.store.occupied(property.id), 1, from, nights),
    )
    const nowMs = this.nowMs()
    const plan = {
      id: String(this.store.nextId('booking', firstBooking)),
      property,
      ...stay,
      status: fields.status ?? (property.asksFirst === true ? 'UNCONFIRMED' : 'BOOKED'),
      person: inventPerson(this.random, this.random.int(100_000, 999_999)),
      madeAtMs: nowMs,
      nowMs,
    }
    const booking: Booking = { ...inventBooking(plan, this.random), ...fields, propertyId: property.id }
    this.lateGuests.mayHoldBack(booking, { firstName: '', lastName: '', email: null, phone: null })
    this.store.add(booking)
    this.happenings.booking(booking, 'BOOKED')
    // A booking opens a thread with a first message.
    const thread = this.inbox.open(property, { booking }, nowMs)
    this.happenings.thread(thread)
    this.write(thread, { body: 'Looking forward to it!', fromRole: 'TRAVELER' })
    return booking
  }

  /** A guest asks before booking. */
  ask(input: unknown): Thread {
    const { propertyId } = readFields(bookingFields, input, ['id'])
    const property = this.#propertyFor(propertyId)
    const { arrival, departure } = firstFreeStay(
      this.store.occupied(property.id),
      1,
      addDays(this.today(), 14),
      5,
    )
    const { firstName, lastName } = inventPerson(this.random, this.random.int(100_000, 999_999))
    const thread = this.inbox.open(
      property,
      {
        inquiry: {
          id: `inq-${this.store.nextId('inquiry', 3001)}`,
          ...{ checkInDate: arrival, checkOutDate: departure, adultCount: 2, childCount: 1, hasPets: true },
          ...{ firstName, lastName },
        },
      },
      this.nowMs(),
    )
    this.happenings.thread(thread)
    this.write(thread, { body: 'Is the house free then?', fromRole: 'TRAVELER' })
    return thread
  }

  write(thread: Thread, message: Pick<Message, 'body' | 'fromRole'> & Partial<Message>): Message {
    const newMessage = this.inbox.write(thread, message, this.nowMs())
    this.happenings.message(newMessage, thread)
    return newMessage
  }

  /** Writes a message as the control interface requests it. */
  writeAsked(input: unknown): Message {
    const { isIncoming, reservationId, conversationId, text } = readMessage(input, this.random)
    const byBooking =
      reservationId === undefined ? undefined : this.booking(String(reservationId)).messageThreadId
    const id = conversationId ?? byBooking
    const thread =
      id === undefined || id === null
        ? anyOf([...this.inbox.threads.values()], this.random, 'there is no thread to write in')
        : known(this.inbox.threads.get(String(id)), `no thread ${String(id)}`)
    return this.write(thread, { body: text(), fromRole: isIncoming ? 'TRAVELER' : 'SUPPLIER' })
  }

  /** Prices the booking for other nights. */
  repriced(
    { propertyId, currency, serviceFee, tax, rent }: Booking,
    arrival: string,
    departure: string,
  ): Partial<Booking> {
    const code = currency ?? 'USD'
    const newRent = roundMoney(
      (this.property(propertyId).nightlyPrice ?? 0) * daysBetween(arrival, departure),
      code,
    )
    const share = (part: number | null) => roundMoney(newRent * ((part ?? 0) / (rent || 1)), code)
    return { rent: newRent, serviceFee: share(serviceFee), tax: share(tax) }
  }

  change(key: string, input: unknown): Booking {
    return this.apply(this.booking(key), readFields(bookingFields, input, ['id', 'propertyId']))
  }

  cancel(key: string, input: unknown): Booking {
    refuseOptions(input)
    const booking = this.booking(key)
    if (isOver(booking)) throw new ControlError(`booking ${key} is over already`)
    return this.apply(booking, { status: 'CANCELLED_BY_TRAVELER', cancelledBy: 'TRAVELER' })
  }

  remove(key: string): void {
    const booking = this.booking(key)
    this.lateGuests.take(booking)
    this.store.bookings.delete(key)
    this.inbox.forget(key)
    this.reviews.forget(key)
  }

  changeListing(id: string, input: unknown): Property {
    return Object.assign(this.property(id), readFields(propertyFields, input, ['id']))
  }

  property(id: string): Property {
    return known(this.store.properties.get(id), `no listing ${id}`)
  }

  booking(key: string): Booking {
    return known(this.store.bookings.get(key), `no reservation ${key}`)
  }

  apply(booking: Booking, fields: Partial<Booking>): Booking {
    requireOrder(
      fields.checkInDate ?? booking.checkInDate,
      fields.checkOutDate ?? booking.checkOutDate,
      wrongOrder,
    )
    const stamp = { lastUpdatedDateTime: secondOf(this.nowMs()) }
    Object.assign(booking, this.lateGuests.take(booking), stamp, fields)
    this.happenings.booking(booking, isOver(booking) ? 'CANCELLED' : 'MODIFIED')
    return booking
  }

  #propertyFor(id: string | undefined): Property {
    if (id !== undefined) return known(this.store.properties.get(id), `no listing ${id}`, 400)
    const open = [...this.store.properties.values()].filter(({ isActive }) => isActive !== false)
    if (open.length === 0) throw new ControlError('there is no listing to book')
    return this.random.pick(open)
  }
}
