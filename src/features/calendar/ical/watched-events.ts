/** Calendars that close nothing: what their files say is kept beside the listing's nights and compared with them. */
import type { WatchedNight } from '../../../contract/exposure.ts'
import { nightsFrom, type StoredNight, unitsLeft } from '../../../records/calendar/public.ts'
import type { NextSpan } from './compare-spans.ts'
import type { KnownSpan } from './match-events.ts'
import type { FeedEvent } from './platforms.ts'

const datesOf = ({ first, until }: Pick<FeedEvent, 'first' | 'until'>) => `${first} ${until}`

/**
 * Returns what is kept of a file. Only nights matter, so events of the same dates are one. A file that was read in part
 * takes nothing away.
 */
export function compareWatched(
  known: readonly KnownSpan[],
  events: readonly FeedEvent[],
  { today, isComplete }: { today: string; isComplete: boolean },
): { spans: NextSpan[]; goneIds: string[] } {
  const told = new Map(events.filter(({ until }) => until > today).map((event) => [datesOf(event), event]))
  const isGone = (span: KnownSpan) => span.until <= today || (isComplete && !told.has(datesOf(span)))
  const goneIds = known.filter(isGone).map(({ id }) => id)
  const kept = new Set(known.filter((span) => !isGone(span)).map(datesOf))
  const spans = [...told.values()]
    .filter((event) => !kept.has(datesOf(event)))
    .map(({ uid, label, first, until }) => ({
      ...{ id: null, kind: 'block' as const, uid, label, code: null, first, until },
      ...{ holds: false, ref: null, missed: 0 },
    }))
  return { spans, goneIds }
}

/** A span of a file, and when a file had it first. */
export interface WatchedSpan {
  feedId: string
  first: string
  until: string
  seenAt: Date
}

/** A stay that holds nights here, and when it was stored. */
export interface HeldSpan {
  first: string
  until: string
  storedAt: Date
}

export interface WatchedDifferences {
  bookedThere: WatchedNight[]
  bookedHere: WatchedNight[]
}

/** By night, the earliest moment since when one of the spans has it. */
function earliestByNight(
  spans: readonly { first: string; until: string }[],
  momentOf: (index: number) => Date | undefined,
  today: string,
): Map<string, Date> {
  const moments = new Map<string, Date>()
  for (const [index, { first, until }] of spans.entries()) {
    const moment = momentOf(index)
    if (moment === undefined) continue
    for (const date of nightsFrom({ check_in: first, check_out: until }, today)) {
      const before = moments.get(date)
      if (before === undefined || moment < before) moments.set(date, moment)
    }
  }
  return moments
}

/**
 * Compares nights with what a file says of them. A stay counts if it was stored before the file was last read, since a
 * file cannot have what was booked later. Nights that a host closed here may be missing in a file of bookings.
 */
export function watchedDifferences(
  nights: readonly StoredNight[],
  file: { spans: readonly WatchedSpan[]; readAt: Date | null },
  stays: readonly HeldSpan[],
  today: string,
): WatchedDifferences {
  const { readAt } = file
  if (readAt === null) return { bookedThere: [], bookedHere: [] }
  const there = earliestByNight(file.spans, (index) => file.spans[index]?.seenAt, today)
  const here = earliestByNight(stays, (index) => stays[index]?.storedAt, today)
  const coming = nights.filter(({ date }) => date >= today)
  const since = (moment: Date | undefined) => (moment ?? readAt).toISOString()
  return {
    bookedThere: coming
      .filter((night) => there.has(night.date) && unitsLeft(night) > 0)
      .map(({ date }) => ({ date, since: since(there.get(date)) })),
    bookedHere: coming
      .filter(({ date, stays: held }) => held > 0 && !there.has(date) && (here.get(date) ?? readAt) < readAt)
      .map(({ date }) => ({ date, since: since(here.get(date)) })),
  }
}
