/** Merges exposed nights from one look to the next. Pure. */

export interface ExposedNight {
  date: string
  since: Date
  /** null: not reported yet. */
  toldAt: Date | null
}

export interface MergedNights {
  nights: ExposedNight[]
  /** Nights to report now. */
  begun: ExposedNight[]
  /** Reported nights that are over. */
  ended: ExposedNight[]
  /** When the next night is to be reported. */
  tellAt: Date | null
}

/** An hourly reader may come a little late; half an interval late counts as missed. */
const latenessFactor = 1.5

export const waitMs = (intervalMinutes: number, leastMs: number): number =>
  Math.max(leastMs, intervalMinutes * 60_000 * latenessFactor)

export function mergeNights(
  known: readonly ExposedNight[],
  exposed: readonly string[],
  { now, afterMs }: { now: Date; afterMs: number },
): MergedNights {
  const before = new Map(known.map((night) => [night.date, night]))
  const isDue = ({ since }: ExposedNight) => since.getTime() + afterMs <= now.getTime()
  const all = exposed.map((date) => before.get(date) ?? { date, since: now, toldAt: null })
  const open = new Set(exposed)
  const nights = all.map((night) => ({ ...night, toldAt: night.toldAt ?? (isDue(night) ? now : null) }))
  const waiting = nights.filter(({ toldAt }) => toldAt === null).map(({ since }) => since.getTime() + afterMs)
  return {
    nights,
    begun: all.filter((night) => night.toldAt === null && isDue(night)),
    ended: known.filter(({ date, toldAt }) => toldAt !== null && !open.has(date)),
    tellAt: waiting.length === 0 ? null : new Date(Math.min(...waiting)),
  }
}

export const earliest = (moments: readonly Date[]): Date | null =>
  moments.length === 0 ? null : new Date(Math.min(...moments.map((at) => at.getTime())))
