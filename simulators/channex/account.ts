import { addDays } from '../kit/clock.ts'
import type { ShownNight } from '../kit/definition.ts'
import { daysOf, setNights, type DayRange } from '../kit/nights.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import { momentOf } from './answers.ts'
import { furtherRoomTypes, ratePlanId, uuid, type ChannexKinds, type ChannexWorld } from './projection.ts'
import type { Booking, Property, RatePlan, RoomType } from './records.ts'

interface Revision {
  id: string
  bookingId: string
  /** The booking as it was then. */
  snapshot: Record<string, unknown>
  atMs: number
  isAcknowledged: boolean
}

/** Holds what only this vendor has: revisions, rate plans, counts of rooms. */
export class ChannexAccount {
  readonly world: ChannexWorld
  readonly properties: ReadonlyMap<string, Property>
  /** The oldest come first. */
  revisions: Revision[] = []
  /** Rooms that are sold in all, by room type and day, where somebody has sent a count. */
  readonly #rooms = new Map<string, Map<string, { rooms: number }>>()
  /** Nights on which a rate plan is not sold. */
  readonly #stops = new Map<string, Map<string, { isStopped: boolean }>>()
  /** For so long a revision waits in the feed. */
  readonly #feedMs: number

  constructor(world: ChannexWorld, properties: ReadonlyMap<string, Property>, feedMinutes: number) {
    this.world = world
    this.#feedMs = feedMinutes * 60_000
    this.properties = properties
  }

  follow(event: WorldEvent<ChannexKinds>): void {
    if (event.family !== 'stay') return
    const { row, action } = event
    if (action === 'deleted') {
      this.revisions = this.revisions.filter(({ bookingId }) => bookingId !== row.id)
      return
    }
    if (action === 'cancelled') this.#keepLow(row)
    const id = uuid('revision', this.world.nextNumber('revision', 1))
    const atMs = this.world.nowMs()
    const snapshot = structuredClone({ ...this.show(row), inserted_at: momentOf(atMs) })
    this.revisions.push({ id, bookingId: row.id, snapshot, atMs, isAcknowledged: false })
  }

  /** A cancelled booking gives no room back where the property leaves counts to its software, as the vendor advises. */
  #keepLow(booking: Booking): void {
    const { settings } = this.properties.get(booking.property_id) ?? {}
    if (settings?.allow_availability_autoupdate_on_cancellation !== false) return
    const { arrival, departure } = this.world.daysOf(booking)
    if (!arrival || !departure) return
    for (const id of [booking.room_type_id, ...furtherRoomTypes(booking)]) {
      const roomType = id === null || id === undefined ? undefined : this.world.homes.get(id)
      if (roomType === undefined) continue
      for (const date of daysOf({ from: arrival, to: addDays(departure, -1) })) {
        const rooms = this.#rooms.get(roomType.id)?.get(date)?.rooms ?? roomType.count_of_rooms ?? 1
        setNights(this.#rooms, roomType.id, [date], { rooms: rooms - 1 })
      }
    }
  }

  /** Revisions leave the feed when they are acknowledged, and were seen to leave it after half an hour. */
  feed(): Revision[] {
    const oldestMs = this.world.nowMs() - this.#feedMs
    return this.revisions.filter(({ atMs, isAcknowledged }) => !isAcknowledged && atMs >= oldestMs)
  }

  acknowledge(id: string): boolean {
    const revision = this.revisions.find((one) => one.id === id)
    if (revision !== undefined) revision.isAcknowledged = true
    return revision !== undefined
  }

  show(booking: Booking): { id: string } & Record<string, unknown> {
    const {
      room_type_id,
      rate_plan_id,
      room_amount,
      days,
      taxes,
      further_rooms,
      thread_id: _,
      ...fields
    } = booking
    const { arrival_date: checkin_date, departure_date: checkout_date, occupancy } = booking
    const room = { checkin_date, checkout_date, rate_plan_id, room_type_id, occupancy, days, taxes }
    return {
      ...fields,
      revision_id: this.revisions.findLast(({ bookingId }) => bookingId === booking.id)?.id ?? null,
      rooms: [{ ...room, amount: room_amount, guests: [], services: [] }, ...(further_rooms ?? [])],
      guarantee:
        fields.payment_collect === 'property'
          ? { card_number: '411111******1111', card_type: 'VI', cvv: '***', expiration_date: '10/2030' }
          : null,
    }
  }

  /** Each room type has a plan with prices of its own and a cheaper one that follows it. */
  plansOf({ id, property_id }: RoomType): RatePlan[] {
    const currency = this.properties.get(property_id)?.currency ?? 'EUR'
    const plan = (place: 0 | 1, title: string) => ({
      ...{ id: ratePlanId(id, place), room_type_id: id, property_id, title, currency },
      inherit_rate: place === 1,
    })
    return [plan(0, 'Best Available Rate'), plan(1, 'Advance Purchase')]
  }

  plans(): RatePlan[] {
    return this.world.homes.all().flatMap((roomType) => this.plansOf(roomType))
  }

  /** Sets how many rooms are left; bookings that come later take of them. */
  setLeft(roomType: RoomType, range: DayRange, left: number): void {
    for (const { date, stays } of this.world.nights(roomType, range))
      setNights(this.#rooms, roomType.id, [date], { rooms: left + stays.length })
  }

  stop(roomType: RoomType, planId: string, range: DayRange, isStopped: boolean): void {
    setNights(this.#stops, planId, daysOf(range), { isStopped })
    for (const day of daysOf(range)) {
      const isClosed = this.plansOf(roomType).every(
        ({ id }) => this.#stops.get(id)?.get(day)?.isStopped === true,
      )
      const settings = isClosed
        ? { isClosed: true, closedAtMs: this.world.nowMs() }
        : { isClosed: null, closedAtMs: null }
      this.world.setNights(roomType, { from: day, to: day }, settings)
    }
  }

  nights(roomType: RoomType, range: DayRange) {
    const rooms = this.#rooms.get(roomType.id)
    return this.world.nights(roomType, range).map(({ date, price, stays, set }) => ({
      date,
      availability: Math.max(0, (rooms?.get(date)?.rooms ?? roomType.count_of_rooms ?? 1) - stays.length),
      price,
      set,
      isStopped: (planId: string) =>
        set.isClosed === true || this.#stops.get(planId)?.get(date)?.isStopped === true,
    }))
  }

  /** Guests see what is left where a rate plan sells it. */
  shownNights(roomType: RoomType, range: DayRange): ShownNight[] {
    const plans = this.plansOf(roomType)
    return this.nights(roomType, range).map(({ date, availability, price, set, isStopped }) => ({
      date,
      left: plans.every(({ id }) => isStopped(id)) ? 0 : availability,
      price,
      closedAt: set.isClosed === true ? new Date(set.closedAtMs ?? 0).toISOString() : null,
    }))
  }
}
