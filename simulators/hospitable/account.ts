import { anyOf, chooseNights, known, readMessage, refuseOptions, requireOrder } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { secondOf } from '../kit/clock.ts'
import { readFields } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { inventPerson } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import { inventReservation, nobody, stayDates } from './invent-reservation.ts'
import { dayOfMoment } from './moment.ts'
import { inquiryFields, propertyFields, reservationFields } from './records.ts'
import type { Home, InquiryRow, Message, ReservationRow } from './records.ts'
import { platforms, statuses, statusParts } from './statuses.ts'
import type { Store } from './store.ts'
import { everything, showProperty, showReservation } from './views.ts'
import type { Webhooks } from './webhooks.ts'
import { writeMessage } from './write-message.ts'

const fixed = ['id', 'conversation_id'] as const

/** Things happen in the account after it was seeded. */
export class Account extends LivingAccount<Store, Webhooks, ReservationRow> {
  readonly #platforms = new Deck(this.random.fork('platforms'), platforms)

  /** `arrival_date` and `departure_date` may be plain days. */
  book(input: unknown): ReservationRow {
    const fields = readFields(reservationFields, input, fixed)
    const home = this.#homeFor(fields.property_id)
    const { arrival, departure } = this.#stayFor(home, fields)
    const plan = {
      home,
      arrival,
      departure,
      platform: fields.platform ?? this.#platforms.draw(),
      status: statuses.accepted,
      person: inventPerson(this.random, this.random.int(100_000, 999_999)),
      madeAtMs: this.nowMs(),
    }
    const row: ReservationRow = {
      ...inventReservation(plan, this.random),
      ...fields,
      ...stayDates(home, arrival, departure),
    }
    this.lateGuests.mayHoldBack(row, { guest: nobody })
    this.store.reservations.set(row.id, row)
    this.#tell('reservation.created', row)
    return row
  }

  /** Makes a booking as the API does, which ignores taken nights. */
  make(home: Home, arrival: string, departure: string, fields: Partial<ReservationRow>): ReservationRow {
    const plan = {
      home,
      arrival,
      departure,
      platform: 'manual',
      status: statuses.accepted,
      person: inventPerson(this.random, 0),
      madeAtMs: this.nowMs(),
    }
    const row = { ...inventReservation(plan, this.random), notes: null, ...fields }
    this.store.reservations.set(row.id, row)
    this.#tell('reservation.created', row)
    return row
  }

  /** Adds a message of the host with pictures, as the API does. */
  reply(row: ReservationRow | InquiryRow, body: string, images: string[]): Message {
    const message = writeMessage(this.store, row, {
      body,
      isIncoming: false,
      atMs: this.nowMs(),
    })
    message.attachments = images.map((url) => ({ type: 'image', url }))
    this.webhooks.send('message.created', message)
    return message
  }

  change(id: string, input: unknown): ReservationRow | InquiryRow {
    const inquiry = this.store.inquiries.get(id)
    if (inquiry !== undefined) return Object.assign(inquiry, readFields(inquiryFields, input, fixed))
    return this.apply(this.reservation(id), readFields(reservationFields, input, fixed))
  }

  cancel(id: string, input: unknown): ReservationRow {
    refuseOptions(input)
    const row = this.reservation(id)
    const { history, current } = row.reservation_status as {
      current: { category: string }
      history: { changed_at: string }[]
    }
    if (current.category === 'cancelled') throw new ControlError(`reservation ${id} is already cancelled`)
    const madeAt = history[0]?.changed_at ?? row.booking_date ?? ''
    const at = secondOf(this.nowMs())
    return this.apply(
      row,
      statusParts([
        { status: statuses.accepted, at: madeAt },
        { status: statuses.cancelled, at },
      ]),
    )
  }

  /** The vendor sends no webhook for a removed booking. */
  remove(id: string): void {
    if (this.store.inquiries.delete(id)) return this.store.eraseMessages(id)
    const row = this.reservation(id)
    this.lateGuests.take(row)
    this.store.reservations.delete(id)
    this.store.eraseMessages(row.conversation_id)
    for (const [key, review] of this.store.reviews) {
      if (review.reservation_id === id) this.store.reviews.delete(key)
    }
  }

  write(input: unknown): Message {
    const { isIncoming, text, conversationId, reservationId } = readMessage(input, this.random)
    const row = this.#rowFor(conversationId, reservationId)
    const message = writeMessage(this.store, row, {
      body: text(),
      isIncoming,
      atMs: this.nowMs(),
    })
    this.webhooks.send('message.created', message)
    return message
  }

  changeListing(id: string, input: unknown): Home {
    const home = known(this.store.home(id), `no listing ${id}`)
    Object.assign(home.row, readFields(propertyFields, input, ['id']))
    this.webhooks.send('property.changed', showProperty(home, everything), 'name')
    return home
  }

  reservation(id: string): ReservationRow {
    return known(this.store.reservations.get(id), `no reservation ${id}`)
  }

  apply(row: ReservationRow, fields: Partial<ReservationRow>): ReservationRow {
    const home = this.store.home(fields.property_id ?? row.property_id)
    Object.assign(row, this.lateGuests.take(row), fields)
    if (home !== undefined && (fields.arrival_date || fields.departure_date)) {
      Object.assign(row, stayDates(home, dayOfMoment(row.arrival_date), dayOfMoment(row.departure_date)))
    }
    this.#tell('reservation.changed', row, fields.status === undefined ? 'guests_changed' : 'status_changed')
    return row
  }

  #tell(action: string, row: ReservationRow, triggers?: string): void {
    this.webhooks.send(action, showReservation(this.store, row, everything), triggers)
  }

  #homeFor(id: string | null | undefined): Home {
    const homes = [...this.store.homes.values()]
    if (homes.length === 0) throw new ControlError('the account has nothing to book')
    if (!id) return this.random.pick(homes)
    return known(this.store.home(id), `no property ${id}`, 400)
  }

  #stayFor(home: Home, fields: Partial<ReservationRow>): { arrival: string; departure: string } {
    const arrival = dayOfMoment(fields.arrival_date ?? null)
    const departure = dayOfMoment(fields.departure_date ?? null)
    requireOrder(arrival, departure, 'departure_date must not be before arrival_date')
    return chooseNights({ arrival, departure }, this.today(), this.random, (from, nights) =>
      firstFreeStay(this.store.staysOf(home.row.id), 1, from, nights),
    )
  }

  /** Maps a control caller's name for a conversation to its row, since large accounts are filled message by message. */
  readonly #talkers = new Map<unknown, ReservationRow | InquiryRow>()

  #rowFor(conversationId: unknown, reservationId: unknown): ReservationRow | InquiryRow {
    const { reservations, inquiries } = this.store
    const id = conversationId ?? reservationId
    if (id === undefined) {
      const rows = [...reservations.values(), ...inquiries.values()]
      const talkers = rows.filter((row) => row.last_message_at !== null)
      return anyOf(talkers, this.random, 'there is no reservation to write about')
    }
    const isStored = (row: ReservationRow | InquiryRow) => reservations.has(row.id) || inquiries.has(row.id)
    const isWanted = (row: ReservationRow | InquiryRow) =>
      row.id === id || ('conversation_id' in row && row.conversation_id === id)
    const known = this.#talkers.get(id)
    const row =
      known && isStored(known)
        ? known
        : (reservations.values().find(isWanted) ?? inquiries.values().find(isWanted))
    if (row === undefined) throw new ControlError(`no conversation or reservation ${String(id)}`)
    this.#talkers.set(id, row)
    return row
  }
}
