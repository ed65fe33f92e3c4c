/**
 * Where the vendor gives several calendars in one call, those of waiting listings come along, since tight limits count
 * calls. Each is stored when its own fetch comes.
 */
import { contextOf, runUnhurried, type SyncTurn, type NightsOfFetch } from '../state/turn.ts'
import type { CalendarDayRecord } from '../../../contract/records.ts'
import type { VendorOperations, VendorContext } from '../../../connector-kit/connector.ts'
import { addDays } from '../../../connector-kit/dates.ts'
import { isHeldBack } from '../../../connector-kit/ratelimit.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { beginReading, type CalendarReading } from '../../../records/calendar/public.ts'
import { calendarWindow } from '../state/cadence.ts'
import { waitingCalendars } from '../state/fetch-queries.ts'

interface NightsFetch {
  externalId: string
  unitCount: number
  /** Number of requests so far: nights read before a newer request do not answer it. */
  generation: number
}

type FetchedCalendar = NonNullable<VendorOperations['calendar']>

interface FetchWindow {
  from: string
  to: string
}

/** By listing id. */
type FetchedNights = ReadonlyMap<string, CalendarDayRecord[]>

/** Nights that came along are stored within this time or read anew. */
const keptForMs = 60_000

export async function fetchNightsTogether(
  turn: SyncTurn,
  calendar: FetchedCalendar,
  wanted: NightsFetch,
): Promise<Omit<NightsOfFetch, 'generation'>> {
  const { db, clock } = turn.environment.services
  const along = turn.nightsAlong.get(wanted.externalId)
  turn.nightsAlong.delete(wanted.externalId)
  const now = clock.now()
  const isFresh = along && now.getTime() - along.reading.at.getTime() < keptForMs
  if (isFresh && along.generation === wanted.generation) return along
  const reading = await beginReading(db, turn.scope, now)
  const others = await othersOf(turn, calendar, wanted, reading)
  const window = calendarWindow(now, turn.connector.manifest)
  const listings = [wanted, ...others] as const
  const ask = (context: VendorContext, range: FetchWindow) => readRange(context, calendar, listings, range)
  const inTime = (range: FetchWindow) => ask(contextOf(turn, 'calendar'), range)
  const { nearNights } = calendar
  if (!turn.connection.importing || nearNights === undefined) {
    return noteAlong(turn, listings, { nights: await inTime(window), reading })
  }
  const lastNear = addDays(window.from, nearNights - 1)
  const near = await inTime({ from: window.from, to: lastNear })
  try {
    const far = await runUnhurried(turn, (context) =>
      ask(context, { from: addDays(lastNear, 1), to: window.to }),
    )
    const nights = new Map(
      [...near].flatMap(([id, days]) => {
        const later = far.get(id)
        return later ? [[id, [...days, ...later]]] : []
      }),
    )
    return noteAlong(turn, listings, { nights, reading })
  } catch (error) {
    if (!isHeldBack(error)) throw error
    // Near nights are stored now; the others are read when the limit has room again.
    const restAfterMs = error.retryAfterMs ?? keptForMs
    return noteAlong(turn, listings, { nights: near, reading, restAfterMs })
  }
}

/** Returns the requested listing's nights and keeps the others until their own fetch. */
function noteAlong(
  turn: SyncTurn,
  [wanted, ...others]: readonly [NightsFetch, ...NightsFetch[]],
  { nights, ...read }: Omit<NightsOfFetch, 'days' | 'generation'> & { nights: FetchedNights },
): Omit<NightsOfFetch, 'generation'> {
  for (const { externalId, generation } of others) {
    const days = nights.get(externalId)
    if (days) turn.nightsAlong.set(externalId, { ...read, days, generation })
  }
  return { ...read, days: nights.get(wanted.externalId) ?? [] }
}

/** Returns other waiting calendars if the vendor gives several at once. */
async function othersOf(
  turn: SyncTurn,
  { together }: FetchedCalendar,
  { externalId }: NightsFetch,
  { at: now }: CalendarReading,
): Promise<NightsFetch[]> {
  if (!together) return []
  const { db } = turn.environment.services
  const limit = together.listings - 1
  return waitingCalendars(db, turn.scope, turn.connection.id, externalId, { now, limit })
}

/** The result always has the first listing's nights. */
async function readRange(
  context: VendorContext,
  { range, together }: FetchedCalendar,
  listings: readonly [NightsFetch, ...NightsFetch[]],
  window: FetchWindow,
): Promise<FetchedNights> {
  const [wanted, ...others] = listings
  const nights =
    together && others.length > 0 ? await tried(together.ranges(context, { listings, ...window })) : none
  if (nights.has(wanted.externalId)) return nights
  return new Map([...nights, [wanted.externalId, await range(context, { listing: wanted, ...window })]])
}

const none: FetchedNights = new Map()

async function tried(nights: Promise<FetchedNights>): Promise<FetchedNights> {
  try {
    return await nights
  } catch (error) {
    // Any of the listings may be the reason, so the requested one is read alone.
    if (error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'not_found')) return none
    throw error
  }
}
