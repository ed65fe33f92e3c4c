import { addDays } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { blankRow, readFields, readObject, refuseUnknown } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { inventPerson } from '../kit/people.ts'
import { guestPhrases, hostPhrases } from '../kit/phrases.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { inventBooking } from './invent-booking.ts'
import { addMessage, hasMessages } from './messages.ts'
import { moment } from './moment.ts'
import { bookingFields, guestFields, roomFields } from './records.ts'
import type { Booking, Message, Room } from './records.ts'
import { firstBookingId } from './seed-bookings.ts'
import type { Store } from './store.ts'
import { sources } from './vocabulary.ts'
import type { Webhooks } from './webhooks.ts'

/** What happens in the account after it was seeded. Every change moves the times and tells the webhook. */
export class Account {
  readonly store: Store
  readonly #tools: SimulatorTools
  readonly #webhooks: Webhooks
  readonly #random: SeededRandom
  readonly #sources
  /** Guest data that a booking will get later, by its id. */
  readonly #lateGuests = new Map<number, Partial<Booking>>()

  constructor(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
    this.store = store
    this.#tools = tools
    this.#webhooks = webhooks
    this.#random = tools.random.fork('account')
    const told = sources.filter(([source]) => !source.isFeed)
    this.#sources = new Deck(this.#random.fork('sources'), told)
    tools.clock.onAdvance(() => this.deliverLateGuests())
  }

  book(input: unknown): Booking {
    const fields = readFields(bookingFields, input, ['id', 'propertyId'])
    const room = this.#chooseRoom(fields.roomId)
    const nowMs = this.#tools.clock.nowMs()
    const plan = {
      id: this.store.nextId('booking', firstBookingId),
      room,
      // A unit is assigned by the host, or by the next run of the vendor's own assignment.
      unitId: room.qty === 1 ? 1 : 0,
      ...this.#chooseStay(room, fields),
      status: fields.status ?? 'new',
      source: sources.find(([source]) => source.id === fields.apiSourceId)?.[0] ?? this.#sources.draw(),
      person: inventPerson(this.#random, this.#random.int(100_000, 999_999)),
      madeAtMs: nowMs,
      nowMs,
    }
    const booking = { ...inventBooking(plan, this.#random), ...fields }
    if (this.#tools.faults.take(['late_guest']) !== undefined) this.#holdGuestBack(booking)
    this.store.bookings.set(booking.id, booking)
    this.#webhooks.send(booking)
    return booking
  }

  /** A booking as the API makes it: only what was sent, of nobody's channel. */
  make(room: Room, fields: Partial<Booking>): Booking {
    const booking: Booking = {
      ...blankRow(bookingFields, this.store.nextId('booking', firstBookingId)),
      ...Object.fromEntries(guestFields.map((name) => [name, name === 'country2' ? null : ''])),
      ...{ propertyId: room.propertyId, roomId: room.id, unitId: room.qty === 1 ? 1 : 0, roomQty: 1 },
      ...{ status: 'new', subStatus: 'none', statusCode: 0, numAdult: 1, numChild: 0, arrivalTime: '' },
      ...{ notes: '', message: '', price: 0, deposit: 0, tax: 0, commission: 0, referer: '', reference: '' },
      ...{ apiSourceId: 0, apiSource: 'Direct', channel: 'direct', apiReference: '', apiMessage: '' },
      ...{ bookingTime: this.#now(), modifiedTime: this.#now() },
      ...fields,
    }
    this.store.bookings.set(booking.id, booking)
    this.#webhooks.send(booking)
    return booking
  }

  /** A booking changed through the API, a cancellation among the changes. */
  amend(booking: Booking, fields: Partial<Booking>): Booking {
    const isCancelled = fields.status === 'cancelled' && booking.status !== 'cancelled'
    const end = isCancelled ? { subStatus: 'cancelledByHost', cancelTime: this.#now() } : {}
    return this.#apply(booking, { ...fields, ...end })
  }

  /** A message of the host, with the file it may bring. */
  reply(booking: Booking, body: string, file: Partial<Message>): Message {
    const message = addMessage(this.store, booking, {
      body,
      source: 'host',
      atMs: this.#tools.clock.nowMs(),
    })
    Object.assign(message, file)
    this.#webhooks.send(booking)
    return message
  }

  change(id: string, input: unknown): Booking {
    const booking = this.booking(id)
    const fields = readFields(bookingFields, input, ['id', 'propertyId', 'roomId'])
    requireOrder(fields.arrival ?? booking.arrival, fields.departure ?? booking.departure)
    return this.#apply(booking, { ...this.#takeLateGuest(booking), ...fields })
  }

  cancel(id: string, input: unknown): Booking {
    refuseUnknown(readObject(input), [])
    const booking = this.booking(id)
    if (booking.status === 'cancelled') throw new ControlError(`booking ${id} is already cancelled`)
    const fields = { status: 'cancelled', subStatus: 'cancelledByGuest', cancelTime: this.#now() }
    return this.#apply(booking, fields)
  }

  /** Gone without a trace, and without a webhook. */
  remove(id: string): void {
    const booking = this.booking(id)
    this.#lateGuests.delete(booking.id)
    this.store.deleteBooking(booking)
  }

  /** Messages leave the times of the booking alone. */
  write(input: unknown): Message & { conversationId: number } {
    const body = readObject(input)
    refuseUnknown(body, ['reservationId', 'conversationId', 'body', 'isIncoming'])
    const { isIncoming = true } = body
    if (typeof isIncoming !== 'boolean') throw new ControlError('isIncoming must be true or false')
    if (body.body !== undefined && typeof body.body !== 'string')
      throw new ControlError('body must be a string')
    const booking = this.#bookingToWriteAbout(body.reservationId ?? body.conversationId)
    const message = addMessage(this.store, booking, {
      body: body.body ?? this.#random.pick(isIncoming ? guestPhrases : hostPhrases),
      source: isIncoming ? 'guest' : 'host',
      atMs: this.#tools.clock.nowMs(),
    })
    this.#webhooks.send(booking)
    return { ...message, conversationId: booking.id }
  }

  changeListing(id: string, input: unknown): Room {
    const room = this.store.rooms.get(Number(id))
    if (room === undefined) throw new ControlError(`no room type ${id}`, 404)
    return Object.assign(room, readFields(roomFields, input, ['id', 'propertyId']))
  }

  booking(id: string): Booking {
    const booking = this.store.bookings.get(Number(id))
    if (booking === undefined) throw new ControlError(`no booking ${id}`, 404)
    return booking
  }

  today(): string {
    return this.#tools.clock.today()
  }

  deliverLateGuests(): void {
    for (const id of this.#lateGuests.keys()) {
      const booking = this.store.bookings.get(id)
      if (booking !== undefined) this.#apply(booking, this.#takeLateGuest(booking))
    }
  }

  #apply(booking: Booking, fields: Partial<Booking>): Booking {
    Object.assign(booking, { modifiedTime: this.#now() }, fields)
    this.#webhooks.send(booking)
    return booking
  }

  #now(): string {
    return moment(this.#tools.clock.nowMs())
  }

  #chooseRoom(id: number | null | undefined): Room {
    const rooms = [...this.store.rooms.values()]
    if (id === undefined && rooms.length > 0) return this.#random.pick(rooms)
    const room = this.store.rooms.get(id ?? 0)
    if (room === undefined) throw new ControlError(`no room type ${id}`)
    return room
  }

  /** Given days are taken as they are, also where they overlap; otherwise free ones are found. */
  #chooseStay(room: Room, { arrival, departure }: Partial<Booking>) {
    requireOrder(arrival, departure)
    const nights = this.#random.int(2, 6)
    if (arrival) return { arrival, departure: departure ?? addDays(arrival, nights) }
    if (departure) return { arrival: addDays(departure, -nights), departure }
    const from = addDays(this.today(), this.#random.int(2, 60))
    return firstFreeStay(this.store.occupied(room.id), room.qty ?? 1, from, nights)
  }

  #bookingToWriteAbout(id: unknown): Booking {
    if (id === undefined) {
      const rows = [...this.store.bookings.values()].filter(hasMessages)
      if (rows.length === 0) throw new ControlError('there is no booking to write about')
      return this.#random.pick(rows)
    }
    const booking = this.booking(String(id))
    if (hasMessages(booking)) return booking
    throw new ControlError(`booking ${booking.id} is of a channel without messages`)
  }

  #holdGuestBack(booking: Booking): void {
    this.#lateGuests.set(booking.id, Object.fromEntries(guestFields.map((name) => [name, booking[name]])))
    for (const name of guestFields) booking[name] = name === 'country2' ? null : ''
  }

  #takeLateGuest(booking: Booking): Partial<Booking> {
    const guest = this.#lateGuests.get(booking.id) ?? {}
    this.#lateGuests.delete(booking.id)
    return guest
  }
}

function requireOrder(arrival: string | null | undefined, departure: string | null | undefined): void {
  if (arrival && departure && departure < arrival) {
    throw new ControlError('departure must not be before arrival')
  }
}
