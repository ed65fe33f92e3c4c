/**
 * Holds a city's calendars in one block of memory, four bytes a night, whatever the file's order. 50,000 listings take
 * about 90 MB, and no more during the reading.
 */
import { packedNight, unpackedNight } from '../nights.ts'
import { MarketFileError } from './file-fault.ts'

/** Calendars begin on the day they were read, which differs within a city. */
const daysBefore = 31
const daysAfter = 400
const width = daysBefore + 1 + daysAfter
/** This many need 700 MB. */
export const mostListings = 400_000

export interface DayCount {
  date: string
  listings: number
  taken: number
  priced: number
  price_sum: number
  price_least: number | null
  price_most: number | null
}

export class CalendarCounts {
  readonly #block: Int32Array
  readonly #places: ReadonlyMap<string, number>
  /** By date as the file writes it. */
  readonly #days = new Map<string, number>()
  readonly #start: Temporal.PlainDate
  #first = width
  #last = -1
  hasPrices = false

  /** `ids` maps every listing of the city to its place in the block. */
  constructor(ids: ReadonlyMap<string, number>, takenOn: string) {
    if (ids.size > mostListings)
      throw new MarketFileError(`A market has at most ${mostListings} listings, and these files ${ids.size}.`)
    this.#block = new Int32Array(ids.size * width)
    this.#places = ids
    this.#start = Temporal.PlainDate.from(takenOn).subtract({ days: daysBefore })
    for (let at = 0; at < width; at += 1) this.#days.set(String(this.#start.add({ days: at })), at)
  }

  /** Nights that were set, each counted once. */
  nights = 0

  /** Returns why the night was refused, or null. A repeated night takes its last form. */
  set(listing: string, date: string, taken: boolean, price: number | null): string | null {
    const place = this.#places.get(listing)
    if (place === undefined)
      return `there is no listing ${JSON.stringify(listing.slice(0, 30))} in the file of listings`
    const day = this.#days.get(date)
    if (day === undefined)
      return `the date ${JSON.stringify(date.slice(0, 30))} is none from ${daysBefore} days before to ${daysAfter} days after the files were made`
    const at = place * width + day
    if (this.#block[at] === 0) this.nights += 1
    this.#block[at] = packedNight({ taken, price })
    if (price !== null) this.hasPrices = true
    if (day < this.#first) this.#first = day
    if (day > this.#last) this.#last = day
    return null
  }

  get firstDay(): string | null {
    return this.#last < 0 ? null : String(this.#start.add({ days: this.#first }))
  }

  get days(): number {
    return this.#last < 0 ? 0 : this.#last - this.#first + 1
  }

  /** Returns an empty array for a listing without a calendar. */
  nightsOf(listing: string): Int32Array {
    const place = this.#places.get(listing)
    if (place === undefined || this.#last < 0) return new Int32Array()
    const nights = this.#block.subarray(place * width + this.#first, place * width + this.#last + 1)
    return nights.some((night) => night !== 0) ? nights : new Int32Array()
  }

  /** Sums nights over all listings. `priceOf` gives a listing's price if its nights have none. */
  dayTotals(priceOf: ReadonlyMap<string, number>): DayCount[] {
    const stands = new Int32Array(this.#places.size)
    if (!this.hasPrices)
      for (const [id, price] of priceOf) stands[this.#places.get(id) ?? this.#places.size] = price
    return Array.from({ length: this.days }, (_, at) => this.#total(this.#first + at, stands))
  }

  #total(at: number, stands: Int32Array): DayCount {
    const date = String(this.#start.add({ days: at }))
    const day: DayCount = {
      date,
      listings: 0,
      taken: 0,
      priced: 0,
      price_sum: 0,
      price_least: null,
      price_most: null,
    }
    for (let place = 0; place < this.#places.size; place += 1) {
      const night = unpackedNight(this.#block[place * width + at] ?? 0)
      if (night === null) continue
      day.listings += 1
      if (night.taken) {
        day.taken += 1
        continue
      }
      const price = night.price ?? (stands[place] || null)
      if (price === null) continue
      day.priced += 1
      day.price_sum += price
      day.price_least = Math.min(price, day.price_least ?? price)
      day.price_most = Math.max(price, day.price_most ?? price)
    }
    return day
  }
}
