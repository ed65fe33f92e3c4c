import { chooseNights, known, refuseOptions, requireOrder } from '../kit/asked.ts'
import { stampOf } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { readFields } from '../kit/fields.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import { LivingAccount } from '../kit/living-account.ts'
import { inventPerson } from '../kit/people.ts'
import { inventReservation, soldParts } from './invent-reservation.ts'
import { Queue } from './queue.ts'
import { guestFields, reservationFields, roomFields } from './records.ts'
import type { RatePlan, Reservation, Room } from './records.ts'
import { firstReservationId } from './seed-reservations.ts'
import { nightsOf, type Store } from './store.ts'

const nobody = Object.fromEntries(guestFields.map((name) => [name, null])) as Partial<Reservation>
const fixed = ['id', 'rooms'] as const
const wrongOrder = 'departure_date must not be before arrival_date'
/** Fields of a reservation that decide what is sold, and to whom. */
const selling = [
  ...['arrival_date', 'departure_date', 'room_id', 'rate_id', 'number_of_rooms', 'adults', 'children'],
  ...['first_name', 'last_name'],
]

export type ReservationFields = Partial<Omit<Reservation, 'rooms'>>

/** Things happen at the channel after it was seeded; each change of a reservation enters a queue. */
export class Account extends LivingAccount<Store, undefined, Reservation> {
  readonly queue: Queue
  /** Whether cancelled rooms can be sold again without a new write. */
  readonly #replenishes: boolean
  /** Whether rooms have an element with their dates. */
  readonly hasSpans: boolean

  readonly #told: ((id: number) => void)[] = []

  constructor(store: Store, tools: SimulatorTools) {
    super(store, tools, undefined)
    this.queue = new Queue(tools.clock)
    this.#replenishes = tools.habits.replenish === 1
    this.hasSpans = tools.habits.span === 1
  }

  /** Whatever depends on a reservation is removed with it. */
  onRemoved(tell: (id: number) => void): void {
    this.#told.push(tell)
  }

  isConnected(hotelId: number): boolean {
    return this.store.hotels.get(hotelId)?.connection === 'active'
  }

  /** Books for the control interface whatever is given, regardless of what the channel shows. */
  book(input: unknown): Reservation {
    const fields: ReservationFields = readFields(reservationFields, input, fixed)
    const room = this.#roomFor(fields)
    const nights = this.#nightsFor(room, fields)
    const reservation = this.sell(room, this.#rateFor(room, fields), nights, fields)
    this.lateGuests.mayHoldBack(reservation, nobody)
    return reservation
  }

  /** Makes a reservation now, and takes its nights out of what is left to sell. */
  sell(
    room: Room,
    rate: RatePlan,
    nights: { arrival: string; departure: string },
    fields: ReservationFields,
  ): Reservation {
    const nowMs = this.nowMs()
    const id = this.store.nextId('reservation', firstReservationId)
    const count = fields.number_of_rooms ?? 1
    const plan = { id, room, rate, ...nights, count, status: 'new', madeAtMs: nowMs, changedAtMs: nowMs }
    const person = inventPerson(this.random, this.random.int(100_000, 999_999))
    const invented = inventReservation(this.store, { ...plan, person }, this.random)
    const wish = { ...invented, ...fields }
    const reservation = { ...wish, ...soldParts(this.store, wish, id), ...fields }
    this.store.reservations.set(id, reservation)
    this.#settle(new Map(), heldBy(reservation))
    this.queue.tell(id, 'new')
    return reservation
  }

  change(id: string, input: unknown): Reservation {
    const reservation = this.reservation(id)
    const fields: ReservationFields = readFields(reservationFields, input, fixed)
    const { arrival_date, departure_date } = { ...reservation, ...fields }
    requireOrder(arrival_date, departure_date, wrongOrder)
    return this.apply(reservation, fields)
  }

  cancel(id: string, input: unknown): Reservation {
    refuseOptions(input)
    const reservation = this.reservation(id)
    if (reservation.status === 'cancelled') throw new ControlError(`reservation ${id} is already cancelled`)
    return this.apply(reservation, { status: 'cancelled' })
  }

  remove(id: string): void {
    const reservation = this.reservation(id)
    this.lateGuests.take(reservation)
    this.#settle(heldBy(reservation), new Map())
    this.store.reservations.delete(reservation.id)
    this.queue.forget(reservation.id)
    this.#told.forEach((tell) => tell(reservation.id))
  }

  changeListing(id: string, input: unknown): Room {
    const room = known(this.store.rooms.get(Number(id)), `no room ${id}`)
    return Object.assign(room, readFields(roomFields, input, ['id', 'hotel_id']))
  }

  reservation(id: string): Reservation {
    return known(this.store.reservations.get(Number(id)), `no reservation ${id}`)
  }

  apply(reservation: Reservation, changes: ReservationFields): Reservation {
    const fields = { ...this.lateGuests.take(reservation), ...changes }
    const before = heldBy(reservation)
    const modified_at = stampOf(this.nowMs())
    const status = reservation.status === 'cancelled' ? 'cancelled' : 'modified'
    Object.assign(reservation, { modified_at, status }, fields)
    if (selling.some((name) => name in fields)) {
      Object.assign(reservation, soldParts(this.store, reservation, reservation.id), fields)
    }
    this.#settle(before, heldBy(reservation))
    this.queue.tell(reservation.id, 'modify')
    return reservation
  }

  /** Takes newly held nights out of what is left to sell; released ones return if the hotel wants it so. */
  #settle(before: HeldRooms, after: HeldRooms): void {
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      const [roomId = '', day = ''] = key.split(' ')
      const room = this.store.rooms.get(Number(roomId))
      const more = (after.get(key) ?? 0) - (before.get(key) ?? 0)
      if (room !== undefined && (more > 0 || this.#replenishes)) this.store.sell(room, [day], more)
    }
  }

  #roomFor({ room_id, hotel_id }: ReservationFields): Room {
    if (room_id !== undefined) return known(this.store.rooms.get(room_id ?? 0), `no room ${room_id}`, 400)
    const open = [...this.store.rooms.values()].filter(
      (room) =>
        this.isConnected(room.hotel_id ?? 0) && (hotel_id === undefined || room.hotel_id === hotel_id),
    )
    if (open.length === 0) throw new ControlError('there is no such room to book')
    return this.random.pick(open)
  }

  #rateFor(room: Room, { rate_id }: ReservationFields): RatePlan {
    const rates = this.store.ratesOf(room.hotel_id)
    if (rate_id === undefined) return this.random.pick(rates)
    return known(
      rates.find(({ id }) => id === rate_id),
      `no rate ${rate_id} of room ${room.id}`,
      400,
    )
  }

  #nightsFor(room: Room, { arrival_date: arrival, departure_date: departure }: ReservationFields) {
    requireOrder(arrival, departure, wrongOrder)
    return chooseNights({ arrival, departure }, this.today(), this.random, (from, nights) =>
      firstFreeStay(this.store.staysIn(room.id), room.units ?? 1, from, nights),
    )
  }
}

/** Number of rooms by room and night. */
type HeldRooms = ReadonlyMap<string, number>

function heldBy(reservation: Reservation): HeldRooms {
  const { room_id, status, arrival_date, departure_date, number_of_rooms } = reservation
  if (status === 'cancelled') return new Map()
  const nights = nightsOf({ arrival: arrival_date ?? '', departure: departure_date ?? '' })
  return new Map(nights.map((day) => [`${room_id} ${day}`, number_of_rooms ?? 1]))
}
