import { chooseNights, known, refuseOptions, requireOrder } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { readFields } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { inventPerson } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import { inventReservation } from './invent-reservation.ts'
import { guestFields, reservationFields, roomTypeFields, type Reservation, type RoomType } from './records.ts'
import type { Store } from './store.ts'
import { sources } from './vocabulary.ts'
import type { Webhooks } from './webhooks.ts'

type ReservationFields = Partial<Reservation>

const nobody: ReservationFields = Object.fromEntries(guestFields.map((name) => [name, null]))
const wrongOrder = 'endDate must be after startDate'

interface ReservationOrder {
  startDate: string
  endDate: string
  adults: number
  children: number
  /** Empty if no source was sent. */
  sourceID: string
  fields: ReservationFields
}

/** Things happen in the properties after they were seeded; every change moves the times and sends the webhooks. */
export class Account extends LivingAccount<Store, Webhooks, Reservation> {
  readonly #sources = new Deck(this.random.fork('sources'), sources)

  book(input: unknown): Reservation {
    const fields = readFields(reservationFields, input, ['reservationID', 'propertyID'])
    const roomType = this.#chooseRoomType(fields.roomTypeID)
    const nowMs = this.nowMs()
    const plan = {
      roomType,
      roomID: null,
      ...this.#chooseStay(roomType.roomTypeID, fields),
      status: fields.status ?? 'confirmed',
      source: this.#sources.draw(),
      person: inventPerson(this.random, this.random.int(100_000, 999_999)),
      madeAtMs: nowMs,
      nowMs,
    }
    const row: Reservation = { ...inventReservation(this.store, plan, this.random), ...fields }
    this.lateGuests.mayHoldBack(row, nobody)
    this.store.reservations.set(row.reservationID, row)
    this.webhooks.send('created', row)
    return row
  }

  /** Makes a booking through the API. */
  make(
    roomType: RoomType,
    { startDate, endDate, adults, children, sourceID, fields }: ReservationOrder,
  ): Reservation {
    const nowMs = this.nowMs()
    const plan = {
      roomType,
      roomID: null,
      startDate,
      endDate,
      status: 'confirmed',
      source: this.store.sourceOf(sourceID) ?? { name: 'API', category: 'other', isChannel: false },
      person: inventPerson(this.random, 0),
      madeAtMs: nowMs,
      nowMs,
    }
    const row: Reservation = {
      ...inventReservation(this.store, plan, this.random),
      estimatedArrivalTime: null,
      adults,
      children,
      ...fields,
    }
    this.store.reservations.set(row.reservationID, row)
    this.webhooks.send('created', row)
    return row
  }

  change(id: string, input: unknown): Reservation {
    const row = this.reservation(id)
    const fixed = ['reservationID', 'propertyID', 'roomTypeID']
    const fields = readFields(reservationFields, input, fixed)
    requireOrder(fields.startDate ?? row.startDate, fields.endDate ?? row.endDate, wrongOrder, 1)
    const action = fields.status === undefined ? 'dates_changed' : 'status_changed'
    return this.apply(row, fields, action)
  }

  cancel(id: string, input: unknown): Reservation {
    refuseOptions(input)
    const row = this.reservation(id)
    if (row.status === 'canceled') throw new ControlError(`reservation ${id} is already canceled`)
    const fields = { status: 'canceled', cancelledMs: this.nowMs() }
    return this.apply(row, fields, 'status_changed')
  }

  /** The vendor keeps deleted bookings and shows them on request. */
  remove(id: string): void {
    const row = this.reservation(id)
    this.lateGuests.take(row)
    this.apply(row, { isDeleted: true }, 'deleted')
  }

  changeListing(id: string, input: unknown): RoomType {
    const roomType = known(this.store.roomTypes.get(id), `no room type ${id}`)
    return Object.assign(roomType, readFields(roomTypeFields, input, ['roomTypeID', 'propertyID']))
  }

  reservation(id: string): Reservation {
    return known(this.store.find(id), `no reservation ${id}`)
  }

  apply(row: Reservation, fields: ReservationFields, action = 'status_changed'): Reservation {
    Object.assign(row, { modifiedMs: this.nowMs() }, this.lateGuests.take(row), fields)
    this.webhooks.send(action, row)
    return row
  }

  #chooseRoomType(id: string | undefined): RoomType {
    const roomTypes = [...this.store.roomTypes.values()]
    if (id === undefined && roomTypes.length > 0) return this.random.pick(roomTypes)
    return known(this.store.roomTypes.get(id ?? ''), `no room type ${id}`, 400)
  }

  #chooseStay(
    roomTypeID: string,
    { startDate, endDate }: ReservationFields,
  ): { startDate: string; endDate: string } {
    requireOrder(startDate, endDate, wrongOrder, 1)
    const dates = { arrival: startDate, departure: endDate }
    const stay = chooseNights(dates, this.today(), this.random, (from, nights) => {
      const rooms = this.store.roomsOf(roomTypeID).length
      return firstFreeStay(this.store.occupied(roomTypeID), rooms, from, nights)
    })
    return { startDate: stay.arrival, endDate: stay.departure }
  }
}
