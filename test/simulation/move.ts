/**
 * Somebody moves from one PMS to another while guests book: the old account is taken over into a workspace of its own, its
 * stays are made at the new PMS, and when nothing is sold at the old one any more it is cut over.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { relayedFields } from '../../simulators/relayed-bookings.ts'
import type { SeededRandom } from '../../simulators/kit/random.ts'
import { History } from '../history/history.ts'
import { readEventLog } from '../history/last-look.ts'
import { bookHere, cancelHere, type PromiseLedger, type SimulatedSale } from './life.ts'
import { nightCount, type ClientAnswer, type SimulatedHome, type SimulatedWorld } from './world.ts'

/** A stay as the old PMS holds it. */
interface OldStay {
  id: number
  arrival: string
  departure: string
  type: string
  'guest-name': string
}

/** A stay as the workspace of the move shows it. */
interface TakenStay {
  guestName: string
  checkIn: string
  checkOut: string
  status: string
}

const lookAgainMs = 2_000
/** The shares of the time in which guests book after which the move begins, and the old PMS sells no more. */
const [beginsAfter, closesAfter] = [0.1, 0.6]

const nameOf = (guestName: string) => guestName.split(' ').at(-1) ?? ''
const lineOf = (name: string, from: string, to: string, isCancelled: boolean) =>
  `${name} from ${from} to ${to}${isCancelled ? ', cancelled' : ''}`

export class PmsMove {
  /** What the workspace of the move shows, and what the old PMS and receivers got of it. */
  readonly observed = new History()
  /** The stays are made in this home of the new PMS. */
  readonly home: SimulatedHome
  /** Null until the move has begun. */
  workspaceId: string | null = null
  /** What keeps the old account from being cut over; empty if nothing does. */
  waitsFor: readonly string[] = []
  readonly #world: SimulatedWorld
  readonly #oldHome: string
  readonly #made = new Map<string, { sale: SimulatedSale; id: string }>()
  #isClosed = false
  /** What the old PMS held when it was cut over; null before. */
  #atCutover: readonly string[] | null = null

  constructor(world: SimulatedWorld, home: SimulatedHome) {
    this.#world = world
    this.home = home
    const { listings } = world.simulators.smoobu.operations.state(new Set()) as { listings: { id: number }[] }
    this.#oldHome = String(listings[0]?.id)
  }

  /** Guests of the old PMS book what nobody has booked, and some cancel. */
  async sellAtOld(name: string, random: SeededRandom): Promise<void> {
    if (this.#isClosed) return
    const standing = this.#oldStays().filter(({ type }) => type !== 'cancellation')
    if (standing.length > 0 && random.chance(0.3)) {
      await this.#world.atVendor('smoobu', 'POST', `/reservations/${random.pick(standing).id}/cancel`, {})
      return
    }
    const from = random.int(0, nightCount - 3)
    await this.#bookAtOld(name, this.#world.day(from), this.#world.day(from + random.int(1, 3)))
  }

  /** Ends when the old account is cut over and all its stays are at the new PMS. */
  async run(ledger: PromiseLedger, lengthMs: number): Promise<void> {
    const { scheduler } = this.#world.parts
    const closesMs = scheduler.nowMs + lengthMs * closesAfter
    await pause(lengthMs * beginsAfter)
    const about = { purpose: 'migrate', redirectUrl: 'https://app.example.com/moved' }
    const workspace = { name: 'The old PMS' }
    const begun = await this.#done('POST', '/v1/connect', { ...about, workspace }, 'move')
    this.workspaceId = String(begun['workspaceId'])
    await this.#signIn(String(begun['sessionId']))
    while (scheduler.nowMs < closesMs) {
      await this.#copy(ledger)
      await pause(lookAgainMs)
    }
    this.#isClosed = true
    while ((this.waitsFor = await this.#missing()).length > 0) await this.#importAgain()
    await this.#done('POST', `${this.#path()}/cutover`, {}, 'cutover')
    this.#atCutover = this.#oldLines()
    await this.#copy(ledger)
    // Nobody reads the old system from now on.
    await this.#bookAtOld('Late', this.#world.day(nightCount), this.#world.day(nightCount + 1))
  }

  /** What differs from the old PMS as it was when it was cut over; empty if the move has not come so far. */
  async findUnlike(): Promise<string[]> {
    if (this.#atCutover === null) return []
    const { state } = await this.#migration()
    const taken = (await this.#taken()).map(takenLine).toSorted()
    await readEventLog({ read: async <T>(path: string) => (await this.#call('GET', path)).body as T })
    return [
      ...(state === 'cut_over' ? [] : [`the move is ${state} after its cutover`]),
      ...(taken.join('\n') === this.#atCutover.join('\n')
        ? []
        : [`the old PMS held ${this.#atCutover.join(', ')}; taken over was ${taken.join(', ')}`]),
    ]
  }

  /** So many stays were made at the new PMS. */
  get count(): number {
    return this.#made.size
  }

  #path = () => `/v1/migrations/${this.workspaceId}`
  #oldStays = () =>
    (this.#world.simulators.smoobu.operations.state(new Set()) as { reservations: OldStay[] }).reservations

  #oldLines = () =>
    this.#oldStays()
      .map((stay) =>
        lineOf(nameOf(stay['guest-name']), stay.arrival, stay.departure, stay.type === 'cancellation'),
      )
      .toSorted()

  async #bookAtOld(name: string, arrival: string, departure: string): Promise<void> {
    const isTaken = this.#oldStays().some(
      (stay) => stay.type !== 'cancellation' && stay.arrival < departure && arrival < stay.departure,
    )
    if (isTaken) return
    const begin = performance.now()
    const stay = { homeId: this.#oldHome, channel: 'direct', code: '', arrival, departure } as const
    const guest = { 'guest-name': `Sim ${name}`, firstname: 'Sim', lastname: name }
    await this.#world.atVendor('smoobu', 'POST', '/reservations', {
      ...relayedFields('smoobu', stay),
      ...guest,
    })
    this.observed.add({
      ...{ process: 'guest', kind: 'call', what: 'book at the old PMS', begin, end: performance.now() },
      ...{ result: 'ok', causes: [`stay ${name}`] },
    })
  }

  /** The vendor may fail meanwhile, and an answer may be lost, so the owner signs in until the account is there. */
  async #signIn(first: string): Promise<void> {
    const { credentials } = this.#world.simulators.smoobu
    for (let sessionId = first; ;) {
      await this.#world.call('POST', '/v1/connect/smoobu/credentials', { sessionId, credentials })
      if ((await this.#migration()).state !== 'awaiting_connection') return
      await pause(lookAgainMs)
      const about = { purpose: 'migrate', redirectUrl: 'https://app.example.com/moved' }
      const again = await this.#call('POST', '/v1/connect', about)
      sessionId = String(again.body['sessionId'])
    }
  }

  async #importAgain(): Promise<void> {
    const { state } = await this.#migration()
    // It is refused while one runs.
    if (state !== 'importing') await this.#world.call('POST', `${this.#path()}/import`, {})
    await pause(lookAgainMs)
  }

  async #migration(): Promise<{ state: string }> {
    return (await this.#done('GET', this.#path())).data as { state: string }
  }

  async #missing(): Promise<string[]> {
    const { state } = await this.#migration()
    const taken = new Set((await this.#taken()).map(takenLine))
    return [...(state === 'imported' ? [] : [state]), ...this.#oldLines().filter((line) => !taken.has(line))]
  }

  /** A list of a hundred is the whole. */
  async #taken(): Promise<TakenStay[]> {
    const { body } = await this.#call('GET', '/v1/reservations?limit=100')
    return body['data'] as TakenStay[]
  }

  /** Makes what is not there yet, and cancels what was cancelled. */
  async #copy({ sales }: PromiseLedger): Promise<void> {
    for (const { guestName, checkIn, checkOut, status } of await this.#taken()) {
      const name = nameOf(guestName)
      const made = this.#made.get(name)
      if (status !== 'cancelled' && !made) {
        const wish = { home: this.home, name, arrival: checkIn, departure: checkOut }
        const id = await bookHere(this.#world, wish)
        if (id === null) throw new Error(`${name} of the old PMS was refused at the new one`)
        const [from, to] = [this.#nightOf(checkIn), this.#nightOf(checkOut)]
        const about = { place: 'api', home: this.home, from, to, code: name } as const
        const sale: SimulatedSale = { ...about, isCancelled: false, isEnding: false }
        sales.push(sale)
        this.#made.set(name, { sale, id })
      } else if (status === 'cancelled' && made?.sale.isEnding === false) {
        made.sale.isEnding = true
        await cancelHere(this.#world, made.sale, made.id)
      }
    }
  }

  #nightOf(date: string): number {
    return (Date.parse(date) - Date.parse(this.#world.day(0))) / 86_400_000
  }

  #call(method: string, path: string, body?: object): Promise<ClientAnswer> {
    return this.#world.call(method, path, body, { 'x-workspace-id': this.workspaceId ?? '' }, this.observed)
  }

  async #done(method: string, path: string, body?: object, key?: string): Promise<Record<string, unknown>> {
    const more = key === undefined ? undefined : { 'idempotency-key': key }
    const answer = await this.#world.call(method, path, body, more)
    if (answer.status < 300) return answer.body
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  }
}

const takenLine = ({ guestName, checkIn, checkOut, status }: TakenStay) =>
  lineOf(nameOf(guestName), checkIn, checkOut, status === 'cancelled')
