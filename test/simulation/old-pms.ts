/** The PMS that somebody leaves. Its guests book and cancel there, whoever reads of it. */
import { relayedFields } from '../../simulators/relayed-bookings.ts'
import type { SeededRandom } from '../../simulators/kit/random.ts'
import type { History } from '../history/history.ts'
import { nightCount, type SimulatedWorld } from './world.ts'

/** A stay as the PMS holds it. */
export interface OldStay {
  id: number
  arrival: string
  departure: string
  type: string
  'guest-name': string
}

export const lastNameOf = (guestName: string) => guestName.split(' ').at(-1) ?? ''
export const isCancelledAtOld = ({ type }: OldStay) => type === 'cancellation'
export const stayLine = (name: string, from: string, to: string, isCancelled: boolean) =>
  `${name} from ${from} to ${to}${isCancelled ? ', cancelled' : ''}`

export class OldPms {
  /** Guests book and cancel no more by themselves. */
  isClosed = false
  readonly #world: SimulatedWorld
  readonly #observed: History
  readonly #home: string

  constructor(world: SimulatedWorld, observed: History) {
    this.#world = world
    this.#observed = observed
    const { listings } = world.simulators.smoobu.operations.state(new Set()) as { listings: { id: number }[] }
    this.#home = String(listings[0]?.id)
  }

  stays = (): OldStay[] =>
    (this.#world.simulators.smoobu.operations.state(new Set()) as { reservations: OldStay[] }).reservations

  standing = (): OldStay[] => this.stays().filter((stay) => !isCancelledAtOld(stay))

  lines = (): string[] => this.stays().map(lineOfOld).toSorted()

  /** A guest books what nobody has booked, or somebody cancels. */
  async sell(name: string, random: SeededRandom): Promise<void> {
    if (this.isClosed) return
    const standing = this.standing()
    if (standing.length > 0 && random.chance(0.3)) return this.#cancel(random.pick(standing))
    await this.bookAny(name, random)
  }

  async bookAny(name: string, random: SeededRandom): Promise<void> {
    const from = random.int(0, nightCount - 3)
    await this.book(name, this.#world.day(from), this.#world.day(from + random.int(1, 3)))
  }

  async book(name: string, arrival: string, departure: string): Promise<void> {
    if (this.#isTaken(arrival, departure)) return
    const begin = performance.now()
    const stay = { homeId: this.#home, channel: 'direct', code: '', arrival, departure } as const
    const guest = { 'guest-name': `Sim ${name}`, firstname: 'Sim', lastname: name }
    await this.#world.atVendor('smoobu', 'POST', '/reservations', {
      ...relayedFields('smoobu', stay),
      ...guest,
    })
    this.#observed.add({
      ...{ process: 'guest', kind: 'call', what: 'book at the old PMS', begin, end: performance.now() },
      ...{ result: 'ok', causes: [`stay ${name}`] },
    })
  }

  /** Each stay is touched once, so that one difference is left of it. */
  async cancelAndLengthen(
    random: SeededRandom,
    { isLengthening }: { isLengthening: boolean },
  ): Promise<void> {
    const [cancelled, ...others] = random.shuffled(this.standing())
    if (cancelled) await this.#cancel(cancelled)
    if (!isLengthening) return
    const nextDay = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
    const longer = others.find(({ departure }) => !this.#isTaken(departure, nextDay(departure)))
    if (!longer) return
    const body = { departure: nextDay(longer.departure) }
    await this.#world.atVendor('smoobu', 'PATCH', `/reservations/${longer.id}`, body)
  }

  /** Each stay as it is now, by its id. */
  snapshot = (): ReadonlyMap<number, string> =>
    new Map(this.stays().map((stay) => [stay.id, lineOfOld(stay)]))

  /** What a watch has to tell of that began with `before`: the change and the stay's id. */
  differencesSince(before: ReadonlyMap<number, string>): string[] {
    return this.stays().flatMap((stay) => {
      const line = before.get(stay.id)
      const isCancelled = isCancelledAtOld(stay)
      if (line === lineOfOld(stay) || (line === undefined && isCancelled)) return []
      return [`${line === undefined ? 'new' : isCancelled ? 'cancelled' : 'changed'} ${stay.id}`]
    })
  }

  async #cancel({ id }: OldStay): Promise<void> {
    await this.#world.atVendor('smoobu', 'POST', `/reservations/${id}/cancel`, {})
  }

  #isTaken(arrival: string, departure: string): boolean {
    return this.standing().some((stay) => stay.arrival < departure && arrival < stay.departure)
  }
}

const lineOfOld = (stay: OldStay) =>
  stayLine(lastNameOf(stay['guest-name']), stay.arrival, stay.departure, isCancelledAtOld(stay))
