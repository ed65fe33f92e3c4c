import { nextDay } from '../clock.ts'
import type { OccupiedSpan } from '../free-stay.ts'
import { daysOf, setNights, type DayRange } from '../nights.ts'

/** Settings that somebody made for a night; the rest is as usual. */
export interface NightSettings {
  price?: number
  minNights?: number
  maxNights?: number
  isClosed?: boolean
  /** The host, or a calendar file that the host entered. */
  closedBy?: 'host' | 'feed'
  closedAtMs?: number
  closedToArrival?: boolean
  closedToDeparture?: boolean
}

export interface CalendarNight<Stay> {
  date: string
  price: number
  /** Stays that have this night. */
  stays: readonly Stay[]
  /** Units that nobody has; 0 on a closed night. */
  left: number
  set: NightSettings
}

export type TakenSpan<Stay> = OccupiedSpan & { stay: Stay }

interface BookableHome<Stay> {
  homeId: string
  units: number
  taken: readonly TakenSpan<Stay>[]
  usualPrice(day: string): number
}

/** Holds what was set for nights, by home and day, and joins it with the stays. */
export class WorldCalendar {
  readonly #settings = new Map<string, Map<string, NightSettings>>()

  /** A null takes back what was set. */
  set(
    homeId: string,
    days: readonly string[],
    changes: { [K in keyof NightSettings]: NightSettings[K] | null },
  ): void {
    const settings = Object.entries(changes).filter(([, value]) => value !== null)
    const dropped = Object.keys(changes).filter((name) => changes[name as keyof NightSettings] === null)
    setNights(this.#settings, homeId, days, Object.fromEntries(settings) as NightSettings)
    for (const day of days) {
      const night = this.#settings.get(homeId)?.get(day)
      for (const name of dropped) delete night?.[name as keyof NightSettings]
    }
  }

  /** Returns the settings of a home's nights, by day. */
  settingsOf(homeId: string): ReadonlyMap<string, NightSettings> {
    return this.#settings.get(homeId) ?? new Map()
  }

  /** Both ends are included. */
  nights<Stay>(
    { homeId, units, taken, usualPrice }: BookableHome<Stay>,
    range: DayRange,
  ): CalendarNight<Stay>[] {
    const settings = this.settingsOf(homeId)
    const byDay = new Map<string, Stay[]>()
    for (const { arrival, departure, stay } of taken) {
      for (
        let day = arrival > range.from ? arrival : range.from;
        day < departure && day <= range.to;
        day = nextDay(day)
      ) {
        byDay.set(day, [...(byDay.get(day) ?? []), stay])
      }
    }
    return daysOf(range).map((date) => {
      const set = settings.get(date) ?? {}
      const stays = byDay.get(date) ?? []
      const left = set.isClosed === true ? 0 : Math.max(0, units - stays.length)
      return { date, price: set.price ?? usualPrice(date), stays, left, set }
    })
  }
}
