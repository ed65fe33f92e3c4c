/** `markets events …` manages events of a market for all workspaces of this server. */
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  removeEvents,
  importEvents,
  largestEventsFile,
  sourceIn,
  zoneIn,
} from '../features/markets/loading/events/import-events.ts'
import { eventFiles } from '../features/markets/loading/events/queries.ts'
import { loadConfig } from '../platform/config.ts'
import { commandLog } from './command-log.ts'
import { action, jsonOption, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { inUsage, plainly, tellLeftOut } from './markets.ts'
import { print, printJson } from './print.ts'
import { table } from './table.ts'
import { ownCommand } from '../platform/own-command.ts'

const ofEvents = {
  city: { type: 'string', value: '<name>', summary: 'The market that the events are of' },
  source: {
    type: 'string',
    value: '<name>',
    summary: 'Name of the file, the same each time; its file name when left out',
  },
} as const

const neededCity = (city: string | undefined): string => {
  if (city === undefined) throw new UsageError('Name the market with --city; see: markets list')
  return city
}

const byCommand = (action: string) => ({ action, actor: { kind: 'cli' } }) as const

export const eventsImport = action({
  examples: [
    'markets events import town.ics --city Lisbon --time-zone Europe/Lisbon',
    'markets events import festivals.csv --city Lisbon',
  ],
  options: {
    ...ofEvents,
    'time-zone': {
      type: 'string',
      value: '<zone>',
      summary: 'Time zone for times given in UTC, such as Europe/Lisbon',
    },
  },
  more: 'A calendar (iCal) or a CSV file with the columns title and start_date, and id, end_date, category, rank (0 to 100), attendance, latitude, longitude and labels where they are known. What the file told of before and does not any more is removed, unless it is over. The same file again changes nothing.',
  async run({ city, source, 'time-zone': zone }, named) {
    const [file, ...more] = named
    if (file === undefined || more.length > 0) throw new UsageError('markets events import takes one file.')
    const of = inUsage(() => ({
      city: neededCity(city),
      source: sourceIn(source ?? path.basename(file).replace(/(\.(ics|csv|gz))+$/i, '')),
      timeZone: zoneIn(zone),
    }))
    const bytes = await bytesOf(file)
    const loaded = await withDatabase(loadConfig(), commandLog(), ({ kysely: db }) =>
      importEvents({ db, now: new Date(), line: byCommand('cli.markets.events.import') }, of, {
        name: path.basename(file),
        bytes,
      }),
    ).catch(plainly)
    const { added, changed, removed, outside } = loaded
    print(
      `${loaded.city}, ${loaded.source}: ${loaded.events} events; ${added} are new, ${changed} changed, ${removed} are gone.`,
    )
    if (outside > 0) print(`${outside} are long over or far ahead, and were left out.`)
    tellLeftOut(loaded.leftOut)
  },
})

async function bytesOf(file: string): Promise<Buffer> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(`There is no file ${file}.`)
  if (found.size > largestEventsFile)
    throw new UsageError(`${file}: a file of events has at most ${largestEventsFile / 1024 / 1024} MiB.`)
  return readFile(file)
}

export const eventsRemove = action({
  examples: ['markets events remove --city Lisbon --source festivals'],
  options: ofEvents,
  async run({ city, source }) {
    if (source === undefined) throw new UsageError('Name the file with --source; see: markets events list')
    const of = { city: neededCity(city), source }
    const done = await withDatabase(loadConfig(), commandLog(), ({ kysely: db }) =>
      removeEvents({ db, now: new Date(), line: byCommand('cli.markets.events.remove') }, of),
    ).catch(plainly)
    print(`${done.city}, ${done.source}: ${done.removed} events were removed.`)
  },
})

export const eventsList = action({
  examples: ['markets events list'],
  options: jsonOption,
  async run({ json }) {
    const rows = await withDatabase(loadConfig(), commandLog(), ({ kysely }) => eventFiles(kysely))
    if (json)
      return printJson({
        data: rows.map(({ city, source, events }) => ({ city, source, events: Number(events) })),
      })
    if (rows.length === 0)
      return print(`No events are loaded. See: ${ownCommand} markets events import --help`)
    print(
      table(
        ['MARKET', 'SOURCE', 'EVENTS'],
        rows.map(({ city, source, events }) => [city, source, String(events)]),
      ),
    )
  },
})
