import { addDays, dayStartMs } from '../kit/clock.ts'
import type { ShownNight } from '../kit/definition.ts'
import { nightsToClose } from '../kit/lay-stays.ts'
import { daysOf, spansOf, type DayRange } from '../kit/nights.ts'
import type { NightSettings } from '../kit/world/nights.ts'
import type { World } from '../kit/world/world.ts'
import type { PlumguideKinds } from './projection.ts'
import type { BlockedDates, CustomPrice, Listing, Restrictions } from './records.ts'

export const closing = (closedBy: 'host' | 'feed', closedAtMs: number) => ({
  ...{ isClosed: true, closedBy, closedAtMs },
})
const opening = { isClosed: null, closedBy: null, closedAtMs: null }

/** The nights of listings as the vendor reads and writes them: whole lists of spans. */
export class Calendar {
  readonly #world: World<PlumguideKinds>
  readonly #restrictions = new Map<string, Restrictions>()

  constructor(world: World<PlumguideKinds>) {
    this.#world = world
    const nowMs = dayStartMs(world.today())
    for (const [index, listing] of world.homes.all().entries()) {
      const changeOverDays = index % 5 === 4 ? ['Saturday', 'Sunday', 'Wednesday'] : []
      const restrictions = { minNights: 1 + (index % 3), bookingWindowDays: 540, changeOverDays }
      this.#restrictions.set(listing.id, restrictions)
      const free = () => nightsToClose(world.taken(listing), world.today(), world.random)
      world.setNights(listing, free(), closing('host', nowMs))
      if (index % 4 === 0) world.setNights(listing, free(), closing('feed', nowMs))
    }
  }

  restrictionsOf({ id }: Listing): Restrictions {
    return this.#restrictions.get(id) ?? { minNights: 2, bookingWindowDays: 540, changeOverDays: [] }
  }

  /** A write replaces the host's whole list; a night that stays closed keeps its time of closing. */
  close(listing: Listing, spans: readonly DayRange[]): void {
    const before = this.#byDay(listing, ({ closedBy, closedAtMs }) =>
      closedBy === 'host' ? closedAtMs : undefined,
    )
    for (const day of before.keys()) this.#world.setNights(listing, { from: day, to: day }, opening)
    for (const day of spans.flatMap(daysOf)) {
      const atMs = before.get(day) ?? this.#world.nowMs()
      this.#world.setNights(listing, { from: day, to: day }, closing('host', atMs))
    }
  }

  price(listing: Listing, prices: readonly CustomPrice[]): void {
    for (const day of this.#byDay(listing, ({ price }) => price).keys()) {
      this.#world.setNights(listing, { from: day, to: day }, { price: null })
    }
    for (const { price, ...span } of prices) this.#world.setNights(listing, span, { price })
  }

  customPrices(listing: Listing): CustomPrice[] {
    const spans = spansOf(this.#byDay(listing, ({ price }) => price))
    return spans.map(({ from, to, value }) => ({ from, to, price: value }))
  }

  /** Confirmed bookings block their nights at once; requests block none. */
  blockedDates(listing: Listing): BlockedDates[] {
    const closedBy = (by: 'host' | 'feed', type: BlockedDates['type']): BlockedDates[] =>
      spansOf(this.#byDay(listing, ({ closedBy }) => (closedBy === by ? true : undefined))).map(
        ({ from, to }) => ({ from, to, type }),
      )
    const booked = this.#world.taken(listing).map(({ arrival, departure }) => ({
      from: arrival,
      to: addDays(departure, -1),
      type: 'Booking' as const,
    }))
    return [...booked, ...closedBy('host', 'Local'), ...closedBy('feed', 'External')]
  }

  /** Shows the nights of a listing as guests see them. */
  shownNights(listing: Listing, range: DayRange): ShownNight[] {
    return this.#world.nights(listing, range).map(({ date, left, price, set }) => ({
      date,
      left,
      price: listing.pricingModel === 'Standard' ? price : null,
      closedAt: set.closedBy === 'host' ? new Date(set.closedAtMs ?? 0).toISOString() : null,
    }))
  }

  #byDay<Value>(
    listing: Listing,
    valueOf: (settings: NightSettings) => Value | undefined,
  ): Map<string, Value> {
    const days = [...this.#world.settingsOf(listing)].flatMap(([day, settings]) => {
      const value = valueOf(settings)
      return value === undefined ? [] : [[day, value] as const]
    })
    return new Map(days)
  }
}
