/** Imports a file of events whole or not at all. */
import { gunzipSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import { writeEverywhere, type AuditLine } from '../../../../platform/audit.ts'
import type { Database } from '../../../../platform/schema.ts'
import { knownZone, todayAt } from '../../../../records/property-day.ts'
import { FaultLog, MarketFileError, wrongCity } from '../../import/file-fault.ts'
import { marketKey } from '../../market-key.ts'
import { NoMarket } from '../no-market.ts'
import { csvEvents } from './csv-events.ts'
import { isWithinWindow, eventWindowAround } from './event.ts'
import { icsEvents } from './ics-events.ts'
import { lockMarket, removeSource, removeVanished, storeEvents } from './queries.ts'

export interface EventsFile {
  name: string
  bytes: Buffer
}

export interface EventsSource {
  city: string
  /** The file's name within the market; events it no longer has are removed. */
  source: string
  /** Applies to times written in UTC. */
  timeZone: string | null
}

export interface EventsWrite {
  db: Kysely<Database>
  now: Date
  line: Pick<AuditLine, 'action' | 'actor'>
}

export interface LoadedEvents {
  city: string
  source: string
  events: number
  added: number
  changed: number
  removed: number
  /** Events outside the window of useful days. */
  outside: number
  leftOut: { count: number; first: readonly string[] }
}

/** Bytes, also after unpacking. */
export const largestEventsFile = 8 * 1024 * 1024

export function sourceIn(name: string): string {
  const source = name.trim().replaceAll(/\s+/g, ' ')
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._()&-]{0,99}$/u.test(source)) return source
  throw wrongCity(
    'source',
    'The source is a name of at most 100 letters, digits, spaces and . _ ( ) & -, such as "festivals".',
  )
}

export function zoneIn(zone: string | undefined): string | null {
  if (zone === undefined || knownZone(zone) === zone) return zone ?? null
  throw wrongCity(
    'timeZone',
    `The time zone is a name such as Europe/Lisbon, not ${JSON.stringify(zone.slice(0, 40))}.`,
  )
}

function unpacked({ name, bytes }: EventsFile): Buffer {
  if (bytes.length > largestEventsFile) throw tooLarge(name)
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: largestEventsFile })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(name)
    throw new MarketFileError(`${name}: it is damaged: download it again.`, { file: name })
  }
}

const tooLarge = (name: string) =>
  new MarketFileError(`${name}: a file of events has at most ${largestEventsFile / 1024 / 1024} MiB.`, {
    file: name,
  })

/** The first line decides, not the name. */
const isCalendar = (bytes: Buffer) =>
  /^(\uFEFF)?\s*BEGIN:VCALENDAR/i.test(bytes.subarray(0, 200).toString('utf8')) ||
  ['fffe', 'feff'].includes(bytes.subarray(0, 2).toString('hex'))

async function read(file: EventsFile, timeZone: string | null, today: string) {
  const bytes = unpacked(file)
  const faults = new FaultLog(file.name)
  const window = eventWindowAround(today)
  const all = isCalendar(bytes)
    ? await icsEvents(file.name, bytes, { ...window, timeZone }, faults)
    : await csvEvents(file.name, bytes, faults)
  return { faults, all, events: all.filter((event) => isWithinWindow(event, window)) }
}

export async function importEvents(
  { db, now, line }: EventsWrite,
  { city, source, timeZone }: EventsSource,
  file: EventsFile,
): Promise<LoadedEvents> {
  const today = todayAt(timeZone, now)
  const { faults, all, events } = await read(file, timeZone, today)
  return db.transaction().execute(async (tx) => {
    const market = await lockMarket(tx, marketKey(city))
    if (!market) throw new NoMarket(city)
    const written = await storeEvents(tx, market.id, source, events)
    const removed = await removeVanished(tx, market.id, { source, today, ids: events.map(({ id }) => id) })
    const added = written.filter(({ is_new: isNew }) => isNew).length
    const counts = { events: events.length, added, changed: written.length - added, removed }
    if (written.length + removed > 0)
      await writeEverywhere(tx, { ...line, details: { market: market.name, source, ...counts } }, now)
    return {
      ...{ city: market.name, source, ...counts },
      outside: all.length - events.length,
      leftOut: { count: faults.count, first: faults.told },
    }
  })
}

/** Removes the events of files with this name. */
export async function removeEvents(
  { db, now, line }: EventsWrite,
  { city, source }: Pick<EventsSource, 'city' | 'source'>,
): Promise<{ city: string; source: string; removed: number }> {
  return db.transaction().execute(async (tx) => {
    const market = await lockMarket(tx, marketKey(city))
    if (!market) throw new NoMarket(city)
    const removed = await removeSource(tx, market.id, source)
    if (removed > 0)
      await writeEverywhere(tx, { ...line, details: { market: market.name, source, removed } }, now)
    return { city: market.name, source, removed }
  })
}
