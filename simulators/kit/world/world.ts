import { known, readMessage, refuseOptions, requireOrder } from '../asked.ts'
import { addDays } from '../clock.ts'
import { ControlError } from '../control-error.ts'
import { countingIds } from '../counting-ids.ts'
import type { SimulatorTools } from '../definition.ts'
import { readFields } from '../fields.ts'
import { LateGuests } from '../late-guests.ts'
import { daysOf, type DayRange } from '../nights.ts'
import { inventPerson } from '../people.ts'
import { Deck, type SeededRandom } from '../random.ts'
import { homeFor, nightsFor, writerFor } from './chosen-stay.ts'
import { inventHome, inventParty, inventPrice, usualPrice } from './invent.ts'
import { WorldCalendar, type CalendarNight, type NightSettings, type TakenSpan } from './nights.ts'
import type {
  InventedHome,
  InventedStay,
  RowId,
  StayDays,
  WorldKinds,
  WorldEvent,
  WorldProjection,
} from './projection.ts'
import { VendorRows } from './rows.ts'
import { takenSpans } from './taken-spans.ts'
import { WorldThreads } from './threads.ts'

const wrongOrder = 'the departure must be after the arrival'

/** Plans of stays leave these to the world. */
export type StayPlan<K extends WorldKinds> = Omit<InventedStay<K>, 'number' | 'party' | 'price' | 'random'>

/**
 * Homes, people, stays, messages and reviews of an account, and what happens to them. A vendor's projection turns each
 * into a row when it is made. The row is what the world keeps, because control calls and tests set any field of it.
 */
export class World<K extends WorldKinds> {
  readonly projection: WorldProjection<K>
  readonly homes: VendorRows<K['home']>
  readonly stays: VendorRows<K['stay']>
  readonly reviews: VendorRows<K['review']>
  readonly threads: WorldThreads<K>
  readonly lateGuests: LateGuests<K['stay']>
  /** For data invented as time goes by. */
  readonly random: SeededRandom
  /** Consecutive numbers, by kind of record. */
  readonly nextNumber = countingIds()
  readonly #tools: SimulatorTools
  readonly #calendar = new WorldCalendar()
  readonly #invented = new WeakMap<K['home'], InventedHome>()
  readonly #reviewed = new WeakMap<K['review'], K['stay']>()
  readonly #listeners: ((event: WorldEvent<K>) => void)[] = []
  readonly #channels: Deck<K['channel']>

  constructor(tools: SimulatorTools, projection: WorldProjection<K>) {
    this.#tools = tools
    this.projection = projection
    this.homes = new VendorRows(projection.homes.idOf)
    this.stays = new VendorRows(projection.stays.idOf)
    this.reviews = new VendorRows((review) => projection.reviews?.idOf(review) ?? '')
    this.threads = new WorldThreads(projection.messages, this.nextNumber)
    this.random = tools.random.fork('account')
    this.lateGuests = new LateGuests(tools, (stay) => void this.apply(stay, {}))
    const { channels, bookingChannels = channels } = projection.stays
    this.#channels = new Deck(this.random.fork('channels'), bookingChannels)
  }

  nowMs(): number {
    return this.#tools.clock.nowMs()
  }

  today(): string {
    return this.#tools.clock.today()
  }

  /** Calls the listener after everything that happens from now on. */
  onEvent(listener: (event: WorldEvent<K>) => void): void {
    this.#listeners.push(listener)
  }

  addHome(number: number, random: SeededRandom): K['home'] {
    const { placeNumberOf = (own) => own, toRow } = this.projection.homes
    const invented = inventHome(number, placeNumberOf(number), random)
    const home = toRow(invented)
    this.#invented.set(home, invented)
    return this.homes.add(home)
  }

  /** Makes a row of a stay without adding it. */
  inventStay(plan: StayPlan<K>, random: SeededRandom): K['stay'] {
    const { home } = plan
    const [prices, settings] = [this.#usualPrices(home), this.settingsOf(home)]
    const nights = daysOf({ from: plan.arrival, to: addDays(plan.departure, -1) })
    const nightly = nights.map((day) => settings.get(day)?.price ?? prices(day))
    return this.projection.stays.toRow({
      ...plan,
      number: this.nextNumber('stay', 0),
      party: inventParty(random),
      price: inventPrice(this.inventedHome(home), nightly, random),
      random,
    })
  }

  inventedHome(home: K['home']): InventedHome {
    return known(this.#invented.get(home), 'no such home')
  }

  book(input: unknown): K['stay'] {
    const { fields: table, fixed, booked, withoutGuest } = this.projection.stays
    const { unitsOf = () => 1 } = this.projection.homes
    const overrides = readFields(table, input, fixed) as Partial<K['stay']>
    const home = homeFor(this, overrides)
    const nowMs = this.nowMs()
    const guestNumber = this.random.int(100_000, 999_999)
    const plan = {
      home,
      unit: unitsOf(home) === 1 ? 1 : 0,
      ...nightsFor(this, home, overrides),
      status: booked(home),
      channel: this.#channels.draw(),
      person: inventPerson(this.random, guestNumber),
      guestNumber,
      madeAtMs: nowMs,
      changedAtMs: nowMs,
      overrides,
    }
    const stay = this.#assign(this.inventStay(plan, this.random), overrides)
    this.lateGuests.mayHoldBack(stay, withoutGuest)
    return this.addStay(stay)
  }

  /** Adds a stay that the vendor made, such as one booked through the API. */
  addStay(stay: K['stay']): K['stay'] {
    this.stays.add(stay)
    this.#happened({ family: 'stay', action: 'created', row: stay })
    return stay
  }

  change(id: string, input: unknown): K['stay'] {
    const { fields, fixed } = this.projection.stays
    return this.apply(this.stay(id), readFields(fields, input, fixed) as Partial<K['stay']>)
  }

  cancel(id: string, input: unknown = {}): K['stay'] {
    refuseOptions(input)
    const stay = this.stay(id)
    if (this.projection.stays.isCancelled(stay))
      throw new ControlError(`reservation ${id} is already cancelled`)
    return this.apply(stay, this.projection.stays.toCancelled(stay, this.nowMs()), 'cancelled')
  }

  remove(id: string): void {
    const stay = this.stay(id)
    this.lateGuests.take(stay)
    this.stays.remove(stay)
    for (const review of this.reviews.all()) {
      if (this.#reviewed.get(review) === stay) this.reviews.remove(review)
    }
    this.threads.remove(stay)
    this.#happened({ family: 'stay', action: 'deleted', row: stay })
  }

  /** Makes a checked change: guest data that was held back comes with it, and the listeners hear of it. */
  apply(stay: K['stay'], fields: Partial<K['stay']>, action: 'changed' | 'cancelled' = 'changed'): K['stay'] {
    const [before, after] = [this.daysOf(stay), this.daysOf(fields)]
    this.#requireOrder({
      arrival: after.arrival ?? before.arrival,
      departure: after.departure ?? before.departure,
    })
    const stamps = this.projection.stays.toChanged?.(stay, this.nowMs(), fields)
    const old = { ...stay }
    this.#assign(Object.assign(stay, stamps, this.lateGuests.take(stay)), fields)
    this.#happened({ family: 'stay', action, row: stay, before: old })
    return stay
  }

  changeListing(id: string, input: unknown): K['home'] {
    const { fields, fixed, toChanged } = this.projection.homes
    const home = known(this.homes.get(id), `no listing ${id}`)
    Object.assign(home, toChanged?.(home, this.nowMs()), readFields(fields, input, fixed))
    this.#happened({ family: 'home', action: 'changed', row: home })
    return home
  }

  stay(id: string): K['stay'] {
    return known(this.stays.get(id), `no reservation ${id}`)
  }

  canWrite(stay: K['stay']): boolean {
    const { messages, stays } = this.projection
    return messages !== undefined && stays.isOfGuests(stay) && (messages.canWrite?.(stay) ?? true)
  }

  /** Writes a message as the control interface asks for it. */
  write(input: unknown): { row: K['message']; threadId: RowId | undefined } {
    const { isIncoming, reservationId, conversationId, text } = readMessage(input, this.random)
    const stay = writerFor(this, conversationId, reservationId)
    const row = this.say(stay, { body: text(), isIncoming })
    return { row, threadId: this.projection.messages?.threadIdOf(stay) }
  }

  /** Adds a message to the thread of a stay; `fields` replace the row's. */
  say(
    stay: K['stay'],
    message: { body: string; isIncoming: boolean },
    fields: Partial<K['message']> = {},
  ): K['message'] {
    const nowMs = this.nowMs()
    const row = Object.assign(this.threads.write(stay, { ...message, atMs: nowMs }), fields)
    Object.assign(stay, this.projection.messages?.toWritten?.(stay, nowMs))
    this.#happened({ family: 'message', action: 'created', row, stay })
    return row
  }

  addReview(
    stay: K['stay'],
    review: { rating: number; text: string; atMs: number },
    random: SeededRandom,
  ): void {
    const row = this.projection.reviews?.toRow({
      number: this.nextNumber('review', 0),
      stay,
      ...review,
      random,
    })
    if (row === undefined) return
    this.#reviewed.set(row, stay)
    this.reviews.add(row)
  }

  /** Returns the stays that keep a home's nights from others. */
  taken(home: K['home']): TakenSpan<K['stay']>[] {
    const homeId = String(this.projection.homes.idOf(home))
    return takenSpans(this.stays.all(), homeId, this.projection.stays, (stay) => this.daysOf(stay))
  }

  /** Both ends of the range are included. */
  nights(home: K['home'], range: DayRange): CalendarNight<K['stay']>[] {
    const { idOf, unitsOf = () => 1 } = this.projection.homes
    const [homeId, usualPrice] = [String(idOf(home)), this.#usualPrices(home)]
    return this.#calendar.nights({ homeId, units: unitsOf(home), taken: this.taken(home), usualPrice }, range)
  }

  /** Returns what was set for nights of a home, by day. */
  settingsOf(home: K['home']): ReadonlyMap<string, NightSettings> {
    return this.#calendar.settingsOf(String(this.projection.homes.idOf(home)))
  }

  /** Sets a home's nights as its host does; null takes a setting back. */
  setNights(
    home: K['home'],
    range: DayRange,
    changes: { [K in keyof NightSettings]: NightSettings[K] | null },
  ): void {
    this.#calendar.set(String(this.projection.homes.idOf(home)), daysOf(range), changes)
  }

  /** Reads the first and the last day of a row, or of a change. */
  daysOf(fields: Partial<K['stay']>): StayDays {
    const { arrival, departure, daysOf } = this.projection.stays
    const days = fields as Record<string, string | null | undefined>
    return daysOf?.(fields) ?? { arrival: days[arrival], departure: days[departure] }
  }

  #assign(stay: K['stay'], fields: Partial<K['stay']>): K['stay'] {
    Object.assign(stay, fields)
    const home = this.homes.get(this.projection.stays.homeIdOf(stay))
    if (home === undefined) return stay
    return Object.assign(stay, this.projection.stays.derived?.(stay, fields, home))
  }

  #happened(event: WorldEvent<K>): void {
    for (const listener of this.#listeners) listener(event)
  }

  /** Refuses days in the wrong order. */
  orderedDaysOf(fields: Partial<K['stay']>): StayDays {
    const days = this.daysOf(fields)
    this.#requireOrder(days)
    return days
  }

  #requireOrder({ arrival, departure }: StayDays): void {
    requireOrder(arrival, departure, wrongOrder, this.projection.stays.leastNights ?? 0)
  }

  #usualPrices(home: K['home']): (day: string) => number {
    const { priceOf } = this.projection.homes
    const invented = this.inventedHome(home)
    return (day) => priceOf?.(home, day) ?? usualPrice(invented, day)
  }
}
