import { anyOf, chooseNights, known, readMessage, refuseOptions, requireOrder } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { secondOf } from '../kit/clock.ts'
import { blankRow, readFields } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { inventPerson } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import { inventBooking } from './invent-booking.ts'
import { addMessage, hasMessages } from './messages.ts'
import { bookingFields, guestFields, roomFields, type Booking, type Message, type Room } from './records.ts'
import { firstBookingId } from './seed-bookings.ts'
import type { Store } from './store.ts'
import { sources } from './vocabulary.ts'
import type { Webhooks } from './webhooks.ts'

const nobody = Object.fromEntries(guestFields.map((name) => [name, name === 'country2' ? null : '']))
const wrongOrder = 'departure must not be before arrival'

/** Things happen in the account after it was seeded; every change moves the times and sends the webhook. */
export class Account extends LivingAccount<Store, Webhooks, Booking> {
  readonly #sources = new Deck(
    this.random.fork('sources'),
    sources.filter(([source]) => !source.isFeed),
  )

  book(input: unknown): Booking {
    const fields = readFields(bookingFields, input, ['id', 'propertyId'])
    const room = this.#chooseRoom(fields.roomId)
    const nowMs = this.nowMs()
    const plan = {
      id: this.store.nextId('booking', firstBookingId),
      room,
      // The host assigns a unit, or the vendor's own assignment does later.
      unitId: room.qty === 1 ? 1 : 0,
      ...this.#chooseStay(room, fields),
      status: fields.status ?? 'new',
      source: sources.find(([source]) => source.id === fields.apiSourceId)?.[0] ?? this.#sources.draw(),
      person: inventPerson(this.random, this.random.int(100_000, 999_999)),
      madeAtMs: nowMs,
      nowMs,
    }
    const booking = { ...inventBooking(plan, this.random), ...fields }
    this.lateGuests.mayHoldBack(booking, nobody)
    this.store.bookings.set(booking.id, booking)
    this.webhooks.send(booking)
    return booking
  }

  /** Makes a booking of no channel with only the fields that were sent, as the API does. */
  make(room: Room, fields: Partial<Booking>): Booking {
    const booking: Booking = {
      ...blankRow(bookingFields, this.store.nextId('booking', firstBookingId)),
      ...nobody,
      ...{ propertyId: room.propertyId, roomId: room.id, unitId: room.qty === 1 ? 1 : 0, roomQty: 1 },
      ...{ status: 'new', subStatus: 'none', statusCode: 0, numAdult: 1, numChild: 0, arrivalTime: '' },
      ...{ notes: '', message: '', price: 0, deposit: 0, tax: 0, commission: 0, referer: '', reference: '' },
      ...{ apiSourceId: 0, apiSource: 'Direct', channel: 'direct', apiReference: '', apiMessage: '' },
      ...{ bookingTime: this.#now(), modifiedTime: this.#now() },
      ...fields,
    }
    this.store.bookings.set(booking.id, booking)
    this.webhooks.send(booking)
    return booking
  }

  /** Changes a booking through the API; a cancellation is such a change. */
  amend(booking: Booking, fields: Partial<Booking>): Booking {
    const isCancelled = fields.status === 'cancelled' && booking.status !== 'cancelled'
    const end = isCancelled ? { subStatus: 'cancelledByHost', cancelTime: this.#now() } : {}
    return this.apply(booking, { ...fields, ...end })
  }

  /** Adds a message of the host, with its file if there is one. */
  reply(booking: Booking, body: string, file: Partial<Message>): Message {
    const message = addMessage(this.store, booking, {
      body,
      source: 'host',
      atMs: this.nowMs(),
    })
    Object.assign(message, file)
    this.webhooks.send(booking)
    return message
  }

  change(id: string, input: unknown): Booking {
    const booking = this.booking(id)
    const fields = readFields(bookingFields, input, ['id', 'propertyId', 'roomId'])
    requireOrder(fields.arrival ?? booking.arrival, fields.departure ?? booking.departure, wrongOrder)
    return this.apply(booking, fields)
  }

  cancel(id: string, input: unknown): Booking {
    refuseOptions(input)
    const booking = this.booking(id)
    if (booking.status === 'cancelled') throw new ControlError(`booking ${id} is already cancelled`)
    const fields = { status: 'cancelled', subStatus: 'cancelledByGuest', cancelTime: this.#now() }
    return this.apply(booking, fields)
  }

  /** The vendor sends no webhook for a removed booking. */
  remove(id: string): void {
    const booking = this.booking(id)
    this.lateGuests.take(booking)
    this.store.deleteBooking(booking)
  }

  /** A message does not change the times of its booking. */
  write(input: unknown): Message & { conversationId: number } {
    const request = readMessage(input, this.random)
    const booking = this.#bookingToWriteAbout(request.reservationId ?? request.conversationId)
    const message = addMessage(this.store, booking, {
      body: request.text(),
      source: request.isIncoming ? 'guest' : 'host',
      atMs: this.nowMs(),
    })
    this.webhooks.send(booking)
    return { ...message, conversationId: booking.id }
  }

  changeListing(id: string, input: unknown): Room {
    const room = known(this.store.rooms.get(Number(id)), `no room type ${id}`)
    return Object.assign(room, readFields(roomFields, input, ['id', 'propertyId']))
  }

  booking(id: string): Booking {
    return known(this.store.bookings.get(Number(id)), `no booking ${id}`)
  }

  apply(booking: Booking, fields: Partial<Booking>): Booking {
    Object.assign(booking, { modifiedTime: this.#now() }, this.lateGuests.take(booking), fields)
    this.webhooks.send(booking)
    return booking
  }

  #now(): string {
    return secondOf(this.nowMs())
  }

  #chooseRoom(id: number | null | undefined): Room {
    const rooms = [...this.store.rooms.values()]
    if (id === undefined && rooms.length > 0) return this.random.pick(rooms)
    return known(this.store.rooms.get(id ?? 0), `no room type ${id}`, 400)
  }

  #chooseStay(room: Room, { arrival, departure }: Partial<Booking>) {
    requireOrder(arrival, departure, wrongOrder)
    return chooseNights({ arrival, departure }, this.today(), this.random, (from, nights) =>
      firstFreeStay(this.store.occupied(room.id), room.qty ?? 1, from, nights),
    )
  }

  #bookingToWriteAbout(id: unknown): Booking {
    if (id === undefined) {
      const rows = [...this.store.bookings.values()].filter(hasMessages)
      return anyOf(rows, this.random, 'there is no booking to write about')
    }
    const booking = this.booking(String(id))
    if (hasMessages(booking)) return booking
    throw new ControlError(`booking ${booking.id} is of a channel without messages`)
  }
}
