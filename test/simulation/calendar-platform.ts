/** A platform that knows us by calendar files alone: we read its file, and it reads ours every few minutes. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { writeFile, type PeerEvent } from '../../simulators/ical/files.ts'
import { nightsBetween } from '../../simulators/ical/peer.ts'
import { readClosed } from '../../simulators/ical/read.ts'
import type { SimulatedNetwork } from './network.ts'
import { runAs, type StepOwner } from './scheduler.ts'

const origin = 'http://127.0.0.1:39999'
/** The platform sells no night so far ahead, and says so: an empty file would be doubted, and what it no longer has would stay closed. */
const notSoldYet: PeerEvent = {
  kind: 'block',
  first: '2028-06-01',
  until: '2028-06-02',
  uid: 'uid-not-sold-yet',
  code: '',
  guest: '',
}
/** Between two readings of our file. */
const pauseMs = 60_000

export class CalendarPlatform {
  readonly url = `${origin}/calendar.ics`
  /** Its own bookings, as its file has them. */
  readonly #events = new Map<string, PeerEvent>()
  /** Nights that our file closed when it was read last. */
  #closedHere: ReadonlySet<string> = new Set()
  readonly #owner: StepOwner = { name: 'calendar platform', isAlive: true }
  readonly #network: SimulatedNetwork

  constructor(network: SimulatedNetwork) {
    this.#network = network
    const handle = async ({ headers }: { headers: Record<string, string> }) => {
      const file = writeFile.airbnb([...this.#events.values(), notSoldYet])
      const etag = `"${createHash('md5').update(file).digest('hex')}"`
      const isKnown = headers['if-none-match'] === etag
      const body = Buffer.from(isKnown ? '' : file)
      return { status: isKnown ? 304 : 200, headers: { 'content-type': 'text/calendar', etag }, body }
    }
    network.place(origin, { owner: this.#owner, handle })
  }

  /** Returns whether it sold them: it shows none of the nights as taken. */
  book(code: string, first: string, until: string): boolean {
    const taken = this.takenNights()
    if (nightsBetween(first, until).some((night) => taken.has(night))) return false
    const kind = 'booking'
    this.#events.set(code, { kind, first, until, uid: `uid-${code}`, code, guest: 'Sim' })
    return true
  }

  cancel(code: string): void {
    this.#events.delete(code)
  }

  /** Those it has sold and those that our file closes. */
  takenNights(): ReadonlySet<string> {
    const own = [...this.#events.values()].flatMap(({ first, until }) => nightsBetween(first, until))
    return this.#closedHere.union(new Set(own))
  }

  /** Reads our file for ever. `look` is called before each request, and what it returns judges the nights that the answer closes. */
  follow(url: string, look: () => (closed: ReadonlySet<string>) => void): void {
    const readOnce = async () => {
      const judge = look()
      const headers = { accept: 'text/calendar' }
      const answer = await this.#network
        .request({ method: 'GET', url, headers, body: null }, { delayMs: [20, 250], hasFaults: true })
        .catch(() => null)
      if (answer?.status !== 200) return
      this.#closedHere = new Set(readClosed(answer.body.toString()))
      judge(this.#closedHere)
    }
    void runAs(this.#owner, async () => {
      for (;;) {
        await readOnce()
        await pause(pauseMs)
      }
    })
  }
}
