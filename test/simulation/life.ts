/** What goes on in a simulated world: guests book everywhere, staff closes and opens nights, and things break. */
import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '../../simulators/kit/random.ts'
import type { FaultSwitches } from './fault-switches.ts'
import { breakVendor, rareTroubles } from './trouble.ts'
import { bookByCalendar } from './calendar-home.ts'
import { bookingAtPms, pmsIdOfBooking } from './kept-home.ts'
import { nightCount, type SimulatedHome, type SimulatedVendor, type SimulatedWorld } from './world.ts'

/** `ical`: the platform that exchanges calendar files with us. */
type BookingPlace = Exclude<SimulatedVendor, 'smoobu'> | 'ical' | 'api'

function placesOf({ channels, pmsId }: SimulatedHome): readonly BookingPlace[] {
  if (channels !== null) return ['airbnb', 'booking', 'api']
  return pmsId === null ? ['ical', 'api'] : ['hostaway', 'api']
}

/** A booking that its place has accepted. */
export interface SimulatedSale {
  place: BookingPlace
  home: SimulatedHome
  /** Numbers of the first night, and of the one after the last. */
  from: number
  to: number
  /** Its code at the channel, or the guest's name. */
  code: string
  isCancelled: boolean
  /** Somebody has begun to cancel it. */
  isEnding: boolean
}

/** What the world was promised, which has to hold. */
export class PromiseLedger {
  readonly sales: SimulatedSale[] = []
  /** Bookings at a platform with calendar files that were cancelled before we read of them. */
  unread: ReadonlySet<SimulatedSale> = new Set()
  /** Nights that staff closed, as `home night`. */
  readonly closed = new Set<string>()
  /** Sales of which we must know. */
  knownSales = (): SimulatedSale[] => this.sales.filter((sale) => !this.unread.has(sale))
  /** Promises that were seen to be broken. */
  readonly broken = new Set<string>()
}

/** Longer runs have as much rare trouble as one of so many days. */
const daysOfAllTrouble = 8

const meanMs = { guest: 12_000, old: 5_000, staff: 45_000, reader: 20_000, weather: 15_000 }

export interface LifeParts {
  world: SimulatedWorld
  ledger: PromiseLedger
  random: SeededRandom
  faults: FaultSwitches
  lengthMs: number
  /** The number of this day, from 1 on, and of all days. */
  day: number
  days: number
}

interface SimulatedLife {
  /** So many actors are still at work. */
  busy(): number
  /** What an actor was answered that nobody may be answered; null so far. */
  failure(): string | null
}

/** Begins everything; it ends by itself when the time is over. */
export function startLife(parts: LifeParts): SimulatedLife {
  const { world, faults, lengthMs } = parts
  const { scheduler } = world.parts
  const endMs = scheduler.nowMs + lengthMs
  let busy = 0
  let failure: string | null = null
  const track = async (work: Promise<unknown>) => {
    busy += 1
    try {
      await work
    } catch (error) {
      failure ??= (error as Error).message
    } finally {
      busy -= 1
    }
  }
  const repeat = async (
    label: string,
    mean: number,
    act: (random: SeededRandom) => Promise<unknown> | void,
  ) => {
    const random = parts.random.fork(label)
    let count = 0
    for (;;) {
      const waitMs = 1 + -Math.log(1 - random.next()) * mean
      // Nobody has to wait for those who would come too late.
      if (scheduler.nowMs + waitMs >= endMs) return
      await pause(waitMs)
      const done = act(random.fork(String((count += 1))))
      if (label === 'guest') void track(Promise.resolve(done))
      else await done
    }
  }
  void track(repeat('guest', meanMs.guest, (random) => book(parts, random)))
  const { move } = world
  if (move && parts.day === 1) {
    void track(move.run(parts))
    void track(repeat('old PMS', meanMs.old, (random) => move.old.sell(nextName(), random)))
  }
  void track(repeat('staff', meanMs.staff, (random) => setNights(parts, random)))
  void track(repeat('reader', meanMs.reader, (random) => read(world, random)))
  void track(repeat('weather', meanMs.weather, (random) => breakVendor(parts, random)))
  // A start takes longer than an hour of a night, so a long run may not have as many on each day.
  const rarer = Math.max(1, parts.days / daysOfAllTrouble)
  for (const { kind, oneIn, strike } of rareTroubles)
    if (faults.has(kind))
      void track(repeat(kind, (lengthMs / oneIn) * rarer, (random) => strike(parts, random)))
  return { busy: () => busy, failure: () => failure }
}

let guests = 0
/** No two guests have one name. */
export const nextName = () => `G${(guests += 1)}`

async function book({ world, ledger }: LifeParts, random: SeededRandom): Promise<void> {
  const name = nextName()
  const home = random.pick(world.openHomes)
  const place = random.pick<BookingPlace>(placesOf(home))
  const from = random.int(0, nightCount - 3)
  const to = from + random.int(1, 3)
  const code = await sell[place](world, { home, name, arrival: world.day(from), departure: world.day(to) })
  if (code === null) return
  const sale: SimulatedSale = {
    place,
    home,
    from,
    to,
    code: place === 'api' || place === 'hostaway' ? name : code,
    isCancelled: false,
    isEnding: false,
  }
  ledger.sales.push(sale)
  if (!random.chance(0.4)) return
  await pause(random.int(1_000, 20_000))
  sale.isEnding = true
  if (place === 'api') await cancelHere(world, sale, code)
  else if (place === 'hostaway') await cancelAtPms(world, sale)
  else if (place === 'ical') {
    home.calendar?.platform.cancel(code)
    sale.isCancelled = true
  }
}

/** `code` is empty if the answer only said that the PMS has the booking. */
export async function cancelHere(world: SimulatedWorld, sale: SimulatedSale, code: string): Promise<void> {
  if (code === '') return
  const key = `${sale.code} cancels`
  const answer = await world.call('POST', `/v1/reservations/${code}/cancel`, {}, { 'idempotency-key': key })
  if (answer.status >= 300) throw new Error(`${key}: ${answer.status} ${answer.text}`)
  sale.isCancelled = true
}

async function cancelAtPms(world: SimulatedWorld, sale: SimulatedSale): Promise<void> {
  const id = pmsIdOfBooking(world.simulators.hostaway, sale.code)
  const cancelled = await world.atVendor('hostaway', 'POST', `/reservations/${id}/cancel`, {})
  sale.isCancelled = cancelled !== null
}

export interface GuestWish {
  home: SimulatedHome
  name: string
  arrival: string
  departure: string
}

/** Each returns the booking's code, or null if somebody else was first. */
const sell: Record<BookingPlace, (world: SimulatedWorld, wish: GuestWish) => Promise<string | null>> = {
  async airbnb(world, { home, arrival, departure }) {
    const body = { listingId: home.channels?.airbnbId, arrival, departure, adults: 1 }
    const made = await world.atVendor<{ reservation?: { confirmation_code: string } }>(
      'airbnb',
      'POST',
      '/guests/book',
      body,
    )
    return made?.reservation?.confirmation_code ?? null
  },
  async booking(world, { home, arrival, departure }) {
    const body = {
      room_id: home.channels?.roomId,
      arrival_date: arrival,
      departure_date: departure,
      adults: 1,
    }
    const made = await world.atVendor<{ id?: number }>('booking', 'POST', '/guest/bookings', body)
    return made?.id === undefined ? null : String(made.id)
  },
  async hostaway(world, { home, name, arrival, departure }) {
    const wish = { pmsId: home.pmsId ?? '', name, arrival, departure }
    const body = bookingAtPms(world.simulators.hostaway, wish)
    const made = body && (await world.atVendor<{ id: number }>('hostaway', 'POST', '/reservations', body))
    return made ? String(made.id) : null
  },
  ical: bookByCalendar,
  api: (world, wish) => bookHere(world, wish),
}

export async function bookHere(
  world: SimulatedWorld,
  { home, name, arrival, departure }: GuestWish,
  key = name,
): Promise<string | null> {
  const guest = { firstName: 'Sim', lastName: name }
  const body = { listingId: home.id, checkIn: arrival, checkOut: departure, adults: 1, guest }
  const answer = await world.call('POST', '/v1/reservations', body, { 'idempotency-key': key })
  if (answer.status === 201) return String(answer.body['id'])
  if (answer.text.includes('reservation_created_in_pms_only')) return ''
  if (answer.status === 422 || answer.status === 409) return null
  throw new Error(`a booking was answered ${answer.status} ${answer.text}`)
}

/** The checker of histories tells prices apart. The default price is none of them. */
const firstPrice = 101
let pricesSet = 0

/** The server reads a calendar file at once. */
async function askForFile(world: SimulatedWorld, homeId: string, feedId: string): Promise<void> {
  const path = `/v1/listings/${homeId}/ical-feeds/${feedId}/refresh`
  const { status, text } = await world.call('POST', path, {})
  if (status >= 300) throw new Error(`${path} was answered ${status} ${text}`)
}

async function setNights({ world, ledger }: LifeParts, random: SeededRandom): Promise<void> {
  const home = random.pick(world.openHomes)
  if (home.calendar !== null && random.chance(0.5)) return askForFile(world, home.id, home.calendar.feedId)
  const from = random.int(0, nightCount - 4)
  const nights = Array.from({ length: random.int(1, 4) }, (_, index) => from + index)
  const available = random.chance(0.6)
  const price = firstPrice + pricesSet
  pricesSet += 1
  const body = { dates: nights.map((night) => world.day(night)), available, price }
  const key = { 'idempotency-key': `price ${price}` }
  const answer = await world.call('PUT', `/v1/availability/${home.id}`, body, key)
  if (answer.status >= 300) throw new Error(`nights were answered ${answer.status} ${answer.text}`)
  for (const night of nights) {
    if (available) ledger.closed.delete(`${home.id} ${night}`)
    else ledger.closed.add(`${home.id} ${night}`)
  }
}

/** The history has what was read. */
async function read(world: SimulatedWorld, random: SeededRandom): Promise<void> {
  if (random.chance(0.5)) return readStays(world)
  const path = `/v1/availability/${random.pick(world.openHomes).id}?from=${world.day(0)}&to=${world.day(nightCount - 1)}`
  const { status, text } = await world.call('GET', path)
  if (status !== 200) throw new Error(`${path} was answered ${status} ${text}`)
}

/** A total is that of the rows beside it. */
async function readStays(world: SimulatedWorld): Promise<void> {
  const path = '/v1/reservations?limit=100'
  const { status, body, text } = await world.call('GET', path)
  if (status !== 200) throw new Error(`${path} was answered ${status} ${text}`)
  const { data, pagination } = body as { data: unknown[]; pagination: { total: number; nextCursor: unknown } }
  if (pagination.nextCursor === null && pagination.total !== data.length)
    throw new Error(`${path} has ${data.length} rows and a total of ${pagination.total}`)
}
