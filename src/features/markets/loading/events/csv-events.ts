/** Reads events of a CSV file; an unreadable row names its column. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { didYouMean } from '../../../../platform/did-you-mean.ts'
import { CellFault, countIn, dateIn, degreesIn, inColumn, textIn } from '../../import/cells.ts'
import { faultAt, MarketFileError, type FaultLog } from '../../import/file-fault.ts'
import { rowsOf } from '../../import/read-csv.ts'
import { findEventFault, longestTitle, longestWord, mostEvents, mostLabels, type FileEvent } from './event.ts'

/** Files also use these spellings. */
const columns: Readonly<Record<string, readonly string[]>> = {
  id: ['uid'],
  title: ['name', 'summary'],
  start_date: ['start', 'date', 'startdate'],
  end_date: ['end', 'enddate'],
  category: ['type'],
  rank: [],
  attendance: ['phq_attendance', 'visitors'],
  latitude: ['lat'],
  longitude: ['lng', 'lon'],
  labels: ['tags'],
}
const names = Object.keys(columns)
const byName = new Map(
  names.flatMap((name) => [name, ...(columns[name] ?? [])].map((written) => [written, name] as const)),
)

type EventColumns = ReadonlyMap<string, number>

function headerIn(file: string, cells: readonly string[]): EventColumns {
  const header = new Map<string, number>()
  for (const [at, cell] of cells.entries()) {
    const written = cell.trim().toLowerCase()
    const name = byName.get(written)
    if (name === undefined) {
      const meant = didYouMean(written, names)
      throw faultAt(
        { file, line: 1, column: written.slice(0, 40) },
        `there is no column ${JSON.stringify(cell.slice(0, 40))} in a file of events${meant === undefined ? '.' : `; did you mean ${meant}?`} Its columns are ${names.join(', ')}.`,
      )
    }
    if (header.has(name))
      throw faultAt({ file, line: 1, column: name }, `the column ${name} stands there twice.`)
    header.set(name, at)
  }
  const missing = ['title', 'start_date'].filter((name) => !header.has(name))
  if (missing.length > 0)
    throw faultAt(
      { file, line: 1, column: missing[0] },
      `a file of events has the column${missing.length > 1 ? 's' : ''} ${missing.join(' and ')}.`,
    )
  return header
}

function eventIn(header: EventColumns, cells: readonly string[]): FileEvent {
  const read = <T>(name: string, parse: (text: string) => T): T =>
    inColumn(name, () => parse(cells[header.get(name) ?? -1] ?? ''))
  const title = read('title', (text) => {
    const value = textIn(text, longestTitle)
    if (value === null) throw new CellFault('it is empty')
    return value
  })
  const start = read('start_date', dateIn)
  const place = (name: string, most: number) =>
    read(name, (text) => (text.trim() === '' ? null : degreesIn(text, most, name)))
  const latitude = place('latitude', 90)
  const longitude = place('longitude', 180)
  if ((latitude === null) !== (longitude === null))
    throw new CellFault('of latitude and longitude one is missing')
  return {
    id: read('id', (text) => textIn(text, longestTitle)) ?? ownId(title, start),
    title,
    category: read('category', (text) => textIn(text, longestWord)),
    start_date: start,
    end_date: read('end_date', (text) => (text.trim() === '' ? start : dateIn(text))),
    latitude,
    longitude,
    rank: read('rank', (text) => countIn(text, 100)),
    attendance: read('attendance', (text) => countIn(text, 10_000_000)),
    labels: read('labels', labelsIn),
  }
}

/** Derives an id for files without ids, so the same event keeps it at every reading. */
export const ownId = (title: string, start: string) =>
  createHash('sha256').update(`${title.toLowerCase()}\n${start}`).digest('hex').slice(0, 32)

export const labelsIn = (text: string): string[] =>
  [...new Set(text.split(/[,;|]/).flatMap((word) => textIn(word, longestWord) ?? []))].slice(0, mostLabels)

export async function csvEvents(name: string, bytes: Buffer, faults: FaultLog): Promise<FileEvent[]> {
  const events = new Map<string, FileEvent>()
  let header: EventColumns | undefined
  let rows = 0
  for await (const { line, cells } of rowsOf({ name, open: () => Readable.from([bytes]) })) {
    if (!header) {
      header = headerIn(name, cells)
      continue
    }
    rows += 1
    if (rows > mostEvents) throw faultAt({ file: name, line }, `a file has at most ${mostEvents} events.`)
    try {
      const event = eventIn(header, cells)
      const fault = findEventFault(event)
      if (fault !== null) throw new CellFault(fault)
      if (events.has(event.id))
        throw new CellFault(`the event ${JSON.stringify(event.id)} stands there twice`)
      events.set(event.id, event)
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      faults.add(line, error.message, error.column)
    }
  }
  if (!header) throw new MarketFileError(`${name}: it is empty.`, { file: name })
  faults.assertFew(rows, true)
  return [...events.values()]
}
