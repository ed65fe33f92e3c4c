import { addDays } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { readFields, readObject, refuseUnknown } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { inventPerson } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { inventReservation } from './invent-reservation.ts'
import { guestFields, reservationFields, roomTypeFields } from './records.ts'
import type { Reservation, RoomType } from './records.ts'
import type { Store } from './store.ts'
import { sources } from './vocabulary.ts'
import type { Webhooks } from './webhooks.ts'

type Fields = Partial<Reservation>

interface Ordered {
  startDate: string
  endDate: string
  adults: number
  children: number
  /** Empty: none was told. */
  sourceID: string
  fields: Fields
}

/** What happens in the properties after they were seeded. Every change moves the times and tells the webhooks. */
export class Account {
  readonly store: Store
  readonly #tools: SimulatorTools
  readonly #webhooks: Webhooks
  readonly #random: SeededRandom
  readonly #sources
  /** Guest data that a reservation will get later. */
  readonly #lateGuests = new Map<string, Fields>()

  constructor(store: Store, tools: SimulatorTools, webhooks: Webhooks) {
    this.store = store
    this.#tools = tools
    this.#webhooks = webhooks
    this.#random = tools.random.fork('account')
    this.#sources = new Deck(this.#random.fork('sources'), sources)
    tools.clock.onAdvance(() => this.deliverLateGuests())
  }

  book(input: unknown): Reservation {
    const fields = readFields(reservationFields, input, ['reservationID', 'propertyID'])
    const roomType = this.#chooseRoomType(fields.roomTypeID)
    const nowMs = this.#tools.clock.nowMs()
    const plan = {
      roomType,
      roomID: null,
      ...this.#chooseStay(roomType.roomTypeID, fields),
      status: fields.status ?? 'confirmed',
      source: this.#sources.draw(),
      person: inventPerson(this.#random, this.#random.int(100_000, 999_999)),
      madeAtMs: nowMs,
      nowMs,
    }
    const row: Reservation = { ...inventReservation(this.store, plan, this.#random), ...fields }
    if (this.#tools.faults.take(['late_guest']) !== undefined) this.#holdGuestBack(row)
    this.store.reservations.set(row.reservationID, row)
    this.#webhooks.send('created', row)
    return row
  }

  /** A booking made through the API. */
  make(roomType: RoomType, { startDate, endDate, adults, children, sourceID, fields }: Ordered): Reservation {
    const nowMs = this.#tools.clock.nowMs()
    const plan = {
      roomType,
      roomID: null,
      startDate,
      endDate,
      status: 'confirmed',
      source: this.store.sourceOf(sourceID) ?? { name: 'API', category: 'other', isChannel: false },
      person: inventPerson(this.#random, 0),
      madeAtMs: nowMs,
      nowMs,
    }
    const row: Reservation = {
      ...inventReservation(this.store, plan, this.#random),
      estimatedArrivalTime: null,
      adults,
      children,
      ...fields,
    }
    this.store.reservations.set(row.reservationID, row)
    this.#webhooks.send('created', row)
    return row
  }

  change(id: string, input: unknown): Reservation {
    const row = this.reservation(id)
    const fixed = ['reservationID', 'propertyID', 'roomTypeID']
    const fields = readFields(reservationFields, input, fixed)
    requireOrder(fields.startDate ?? row.startDate, fields.endDate ?? row.endDate)
    const action = fields.status === undefined ? 'dates_changed' : 'status_changed'
    return this.#apply(row, { ...this.#takeLateGuest(row), ...fields }, action)
  }

  cancel(id: string, input: unknown): Reservation {
    refuseUnknown(readObject(input), [])
    const row = this.reservation(id)
    if (row.status === 'canceled') throw new ControlError(`reservation ${id} is already canceled`)
    const fields = { status: 'canceled', cancelledMs: this.#tools.clock.nowMs() }
    return this.#apply(row, fields, 'status_changed')
  }

  /** The vendor keeps what was deleted, and shows it to whoever asks for it. */
  remove(id: string): void {
    const row = this.reservation(id)
    this.#lateGuests.delete(row.reservationID)
    this.#apply(row, { isDeleted: true }, 'deleted')
  }

  changeRoomType(id: string, input: unknown): RoomType {
    const roomType = this.store.roomTypes.get(id)
    if (roomType === undefined) throw new ControlError(`no room type ${id}`, 404)
    return Object.assign(roomType, readFields(roomTypeFields, input, ['roomTypeID', 'propertyID']))
  }

  reservation(id: string): Reservation {
    const row = this.store.find(id)
    if (row === undefined) throw new ControlError(`no reservation ${id}`, 404)
    return row
  }

  today(): string {
    return this.#tools.clock.today()
  }

  deliverLateGuests(): void {
    for (const id of this.#lateGuests.keys()) {
      const row = this.store.reservations.get(id)
      if (row !== undefined) this.#apply(row, this.#takeLateGuest(row), 'status_changed')
    }
  }

  #apply(row: Reservation, fields: Fields, action: string): Reservation {
    Object.assign(row, { modifiedMs: this.#tools.clock.nowMs() }, fields)
    this.#webhooks.send(action, row)
    return row
  }

  #chooseRoomType(id: string | undefined): RoomType {
    const roomTypes = [...this.store.roomTypes.values()]
    if (id === undefined && roomTypes.length > 0) return this.#random.pick(roomTypes)
    const roomType = this.store.roomTypes.get(id ?? '')
    if (roomType === undefined) throw new ControlError(`no room type ${id}`)
    return roomType
  }

  /** Given days are taken as they are, also where they overlap; otherwise free ones are found. */
  #chooseStay(roomTypeID: string, { startDate, endDate }: Fields): { startDate: string; endDate: string } {
    requireOrder(startDate, endDate)
    const nights = this.#random.int(2, 6)
    if (startDate) return { startDate, endDate: endDate ?? addDays(startDate, nights) }
    if (endDate) return { startDate: addDays(endDate, -nights), endDate }
    const from = addDays(this.today(), this.#random.int(2, 60))
    const rooms = this.store.roomsOf(roomTypeID).length
    const free = firstFreeStay(this.store.occupied(roomTypeID), rooms, from, nights)
    return { startDate: free.arrival, endDate: free.departure }
  }

  #holdGuestBack(row: Reservation): void {
    const held = Object.fromEntries(guestFields.map((name) => [name, row[name]]))
    this.#lateGuests.set(row.reservationID, held)
    for (const name of guestFields) row[name] = null
  }

  #takeLateGuest(row: Reservation): Fields {
    const guest = this.#lateGuests.get(row.reservationID) ?? {}
    this.#lateGuests.delete(row.reservationID)
    return guest
  }
}

function requireOrder(start: string | null | undefined, end: string | null | undefined): void {
  if (start && end && end <= start) throw new ControlError('endDate must be after startDate')
}
