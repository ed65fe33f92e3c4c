/** Records acts, and how long each place took to show them. */
import { places, type Act, type StagePlace, type SeenNight, type SeenNights } from './places.ts'

/** How an act's nights must look afterwards; null if no night changes, or not everywhere. */
type Aim = ((night: SeenNight, act: Act) => boolean) | null

const closed: Aim = ({ left }) => left === 0
const open: Aim = ({ left }) => left > 0
const priced: Aim = ({ price }, act) => price === act.price

/** By act. Changes by hand at a channel are reported nowhere; our calendar overwrites them once a day. */
const aims: Readonly<Record<string, Aim>> = {
  'airbnb.book': closed,
  'booking.book': closed,
  'here.book': closed,
  'airbnb.cancel': open,
  'booking.cancel': open,
  'here.cancel': open,
  'airbnb.decline': open,
  'here.close': closed,
  'here.open': open,
  'here.price': priced,
}

export interface WatchEntry {
  at: string
  words: string
  from: string
  to: string
  /** Milliseconds until each place showed it: null if it does not yet, empty if nothing must change. */
  took: Partial<Record<StagePlace, number | null>>
}

interface WatchedAct {
  entry: WatchEntry
  act: Act
  home: number
  sinceMs: number
}

/** Watching stops after this time. */
const patienceMs = 180_000
const keptEntries = 30

export class Watch {
  readonly entries: WatchEntry[] = []
  #watched: WatchedAct[] = []

  note(words: string, act: Act, home: number, sinceMs: number): void {
    const aim = aims[act.act] ?? null
    const entry: WatchEntry = {
      ...{ at: new Date(sinceMs).toISOString(), words, from: act.from, to: act.to },
      took: aim === null ? {} : { airbnb: null, here: null, booking: null },
    }
    this.entries.unshift(entry)
    this.entries.splice(keptEntries)
    if (aim !== null) this.#watched.push({ entry, act, home, sinceMs })
  }

  /** The home that has been waited for longest. */
  get waitsFor(): number | undefined {
    return this.#watched[0]?.home
  }

  see(home: number, { dates, at }: SeenNights, nowMs: number): void {
    for (const { entry, act, sinceMs } of this.#watched.filter((one) => one.home === home)) {
      const aim = aims[act.act]
      for (const place of places) {
        const nights = at[place].filter((_, index) => isWithin(dates[index] ?? '', act))
        if (entry.took[place] !== null || nights.length === 0 || !nights.every((night) => aim?.(night, act)))
          continue
        const times = aim === closed ? nights.map(({ closedAt }) => Date.parse(closedAt ?? '')) : []
        const since = times.filter((ms) => ms >= sinceMs)
        entry.took[place] = Math.max(0, (since.length > 0 ? Math.max(...since) : nowMs) - sinceMs)
      }
    }
    this.#watched = this.#watched.filter(
      ({ entry, sinceMs }) => Object.values(entry.took).includes(null) && nowMs - sinceMs < patienceMs,
    )
  }
}

const isWithin = (date: string, { from, to }: Act): boolean => from <= date && date <= to
