/**
 * The nights of a listing, and along with them those of others that wait to be read, where the vendor gives several listings
 * in one call: tight limits count calls. Each is stored by itself, when its own turn comes.
 */
import type { CalendarDayRecord } from '../../../contract/records.ts'
import type { Operations } from '../../../connector-kit/connector.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { beginReading, type Reading } from '../../../records/calendar/public.ts'
import { calendarWindow } from '../turn/cadence.ts'
import { waitingCalendars } from './fetch-queries.ts'
import { contextOf, type Turn } from '../turn/turn.ts'

interface Wanted {
  externalId: string
  unitCount: number
  /** How often it was asked for: nights that came along before it was asked for again do not count. */
  generation: number
}

export interface NightsRead {
  days: CalendarDayRecord[]
  reading: Reading
  generation: number
}

/** What came along is stored soon, or read anew. */
const keptForMs = 60_000

export async function readNights(
  turn: Turn,
  calendar: NonNullable<Operations['calendar']>,
  wanted: Wanted,
): Promise<Pick<NightsRead, 'days' | 'reading'>> {
  const { db, clock } = turn.environment.services
  const along = turn.nightsAlong.get(wanted.externalId)
  turn.nightsAlong.delete(wanted.externalId)
  const now = clock.now()
  const isFresh = along && now.getTime() - along.reading.at.getTime() < keptForMs
  if (isFresh && along.generation === wanted.generation) return along
  const reading = await beginReading(db, now)
  const days =
    (await readTogether(turn, calendar, wanted, reading)) ?? (await readAlone(turn, calendar, wanted))
  return { days, reading }
}

const readAlone = (turn: Turn, calendar: NonNullable<Operations['calendar']>, listing: Wanted) =>
  calendar.range(contextOf(turn, 'calendar'), { listing, ...windowOf(turn) })

const windowOf = (turn: Turn) =>
  calendarWindow(turn.environment.services.clock.now(), turn.connector.manifest)

/** undefined: it has to be read by itself. */
async function readTogether(
  turn: Turn,
  { together }: NonNullable<Operations['calendar']>,
  wanted: Wanted,
  reading: Reading,
): Promise<CalendarDayRecord[] | undefined> {
  if (!together) return undefined
  const { db } = turn.environment.services
  const others = await waitingCalendars(db, turn.scope, turn.connection.id, wanted.externalId, {
    now: reading.at,
    limit: together.listings - 1,
  })
  if (others.length === 0) return undefined
  const listings = [wanted, ...others]
  try {
    const nights = await together.ranges(contextOf(turn, 'calendar'), { listings, ...windowOf(turn) })
    for (const { externalId, generation } of others) {
      const days = nights.get(externalId)
      if (days) turn.nightsAlong.set(externalId, { days, reading, generation })
    }
    return nights.get(wanted.externalId)
  } catch (error) {
    // One of them may be the reason.
    if (error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'not_found'))
      return undefined
    throw error
  }
}
