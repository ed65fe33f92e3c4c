/** A platform with bookings and blocks of one home, which writes its calendar as well or badly as it is told to. */
import type { SeededRandom } from '../../simulators/kit/random.ts'
import { writeFile, type PeerEvent, type PeerPlatform } from '../../simulators/ical/files.ts'
import { nightsBetween } from '../../simulators/ical/peer.ts'

export interface PlatformHabits {
  writes: PeerPlatform
  units: number
  /** What a UID is made of: the booking, nothing that lasts, or the day on which it begins. */
  uids: 'kept' | 'anew' | 'by_day'
  /** What has begun is told from today on. */
  clips: boolean
}

export interface PlatformEvent {
  kind: 'booking' | 'block'
  id: string
  first: string
  until: string
  /** Whether a file had it with these dates. */
  isTold: boolean
}

/** `partial` lacks an event and shows it by nothing; `damaged` has one that nobody can read, and may lack one. */
export type FileKind = 'good' | 'partial' | 'damaged' | 'reordered'

const plus = (date: string, days: number) => String(Temporal.PlainDate.from(date).add({ days }))
/** What is held further ahead is not looked at. */
const daysAhead = 200

export class ImaginedPlatform {
  readonly habits: PlatformHabits
  readonly held: PlatformEvent[] = []
  /** How often the dates of each booking were changed. */
  readonly changes = new Map<string, number>()
  readonly cancelled = new Set<string>()
  readonly #random: SeededRandom
  #counted = 0
  #lost: string | null = null

  constructor(habits: PlatformHabits, random: SeededRandom) {
    this.habits = habits
    this.#random = random
  }

  /** Units that are held, by night. */
  heldUnits(which: (one: PlatformEvent) => boolean = () => true): Map<string, number> {
    const units = new Map<string, number>()
    for (const { first, until } of this.held.filter(which))
      for (const night of nightsBetween(first, until)) units.set(night, (units.get(night) ?? 0) + 1)
    return units
  }

  bookings(today: string): PlatformEvent[] {
    return this.held.filter(({ kind, until }) => kind === 'booking' && until > today)
  }

  change(today: string): void {
    const random = this.#random
    const coming = this.held.filter(({ first }) => first > plus(today, 1))
    const act = random.int(0, 9)
    if (act < 4 || this.held.length < 3) this.#add(today)
    else if (act < 5 && coming.length > 1) this.#end(random.pick(coming))
    else if (act < 7 && coming.length > 1) {
      // Somebody else comes on the same nights.
      const { kind, first, until } = this.#end(random.pick(coming))
      this.#hold({ kind: random.chance(0.2) ? 'block' : kind, first, until })
    } else this.#move(random.pick(this.held), today)
  }

  /** What is over is told no more. */
  forgetOver(today: string): void {
    for (const one of this.held.filter(({ until }) => until <= today))
      this.held.splice(this.held.indexOf(one), 1)
  }

  file(kind: FileKind, today: string): string {
    const random = this.#random
    const mayLose = this.held.filter(({ id }) => id !== this.#lost)
    const isLossy = this.held.length > 2 && (kind === 'partial' || (kind === 'damaged' && random.chance(0.5)))
    const lost = isLossy && mayLose.length > 0 ? random.pick(mayLose) : null
    // Of a file that is not good nothing is missing: the row of those that lack something begins anew.
    this.#lost = lost?.id ?? null
    const there = this.held.filter((one) => one !== lost)
    for (const one of there) one.isTold = true
    const events = there.map((one) => this.#eventOf(one, today))
    const text = writeFile[this.habits.writes](kind === 'good' ? events : random.shuffled(events))
    const broken = ['BEGIN:VEVENT', 'UID:broken', 'DTSTART:202607', 'END:VEVENT', 'END:VCALENDAR'].join(
      '\r\n',
    )
    return kind === 'damaged' ? text.replace('END:VCALENDAR', broken) : text
  }

  #eventOf({ kind, id, first, until }: PlatformEvent, today: string): PeerEvent {
    const begins = this.habits.clips && first < today ? today : first
    const uid = { kept: id, anew: `${id}-${(this.#counted += 1)}`, by_day: `day-${first}` }[this.habits.uids]
    return { kind, first: begins, until, uid, code: id, guest: `Guest ${id}` }
  }

  #isFree(first: string, until: string, but: PlatformEvent | null): boolean {
    const units = this.heldUnits((one) => one !== but)
    return nightsBetween(first, until).every((night) => (units.get(night) ?? 0) < this.habits.units)
  }

  #add(today: string): void {
    const first = plus(today, this.#random.int(0, daysAhead))
    const until = plus(first, this.#random.int(1, 9))
    const kind = this.#random.chance(0.3) ? 'block' : 'booking'
    if (this.#isFree(first, until, null)) this.#hold({ kind, first, until })
  }

  #hold(one: Pick<PlatformEvent, 'kind' | 'first' | 'until'>): void {
    this.#counted += 1
    this.held.push({ ...one, id: `HM${String(this.#counted).padStart(8, 'X')}`, isTold: false })
  }

  #end(one: PlatformEvent): PlatformEvent {
    this.held.splice(this.held.indexOf(one), 1)
    this.cancelled.add(one.id)
    return one
  }

  #move(one: PlatformEvent, today: string): void {
    const random = this.#random
    const hasBegun = one.first <= today
    const first = hasBegun ? one.first : plus(one.first, random.int(-3, 3))
    const until = plus(hasBegun ? today : first, random.int(1, 9))
    if (first < today && !hasBegun) return
    if (until === one.until && first === one.first) return
    if (!this.#isFree(first, until, one)) return
    Object.assign(one, { first, until, isTold: false })
    this.changes.set(one.id, (this.changes.get(one.id) ?? 0) + 1)
  }
}
