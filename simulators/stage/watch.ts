/** What was done, and how long each place took to show it. */
import { places, type Act, type StagePlace, type SeenNight, type SeenNights } from './places.ts'

/** What the nights of an act are to look like; null: no night changes by it, or not everywhere. */
type Aim = ((night: SeenNight, act: Act) => boolean) | null

const closed: Aim = ({ left }) => left === 0
const open: Aim = ({ left }) => left > 0
const priced: Aim = ({ price }, act) => price === act.price

/** By the name of the act. By hand at a channel nobody is told: our calendar is written over it once a day. */
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
  /** Milliseconds until each place showed it; null: it does not yet; empty where nothing is waited for. */
  took: Partial<Record<StagePlace, number | null>>
}

interface WatchedAct {
  entry: WatchEntry
  act: Act
  home: number
  sinceMs: number
}

/** Then nobody waits any more. */
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

  /** The home whose nights are waited for, the longest first. */
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
        const told = aim === closed ? nights.map(({ closedAt }) => Date.parse(closedAt ?? '')) : []
        const since = told.filter((ms) => ms >= sinceMs)
        entry.took[place] = Math.max(0, (since.length > 0 ? Math.max(...since) : nowMs) - sinceMs)
      }
    }
    this.#watched = this.#watched.filter(
      ({ entry, sinceMs }) => Object.values(entry.took).includes(null) && nowMs - sinceMs < patienceMs,
    )
  }
}

const isWithin = (date: string, { from, to }: Act): boolean => from <= date && date <= to
