/** `markets …` manages a city's public files for all workspaces of this server. */
import { importCity, type ImportedCity } from '../features/markets/loading/cities/import-city.ts'
import { removeCity } from '../features/markets/loading/cities/remove-city.ts'
import { MarketFileError } from '../features/markets/import/file-fault.ts'
import { findFiles, type FoundFile } from '../features/markets/import/find-files.ts'
import { findCity } from '../features/markets/import/city.ts'
import { markets } from '../features/markets/list-queries.ts'
import { loadConfig } from '../platform/config.ts'
import { commandLog } from './command-log.ts'
import { action, jsonOption, UsageError } from './command.ts'
import { withDatabase } from './database.ts'
import { print, printAside, printJson } from './print.ts'
import { table } from './table.ts'
import { showProgress } from './show-progress.ts'
import { ownCommand } from '../platform/own-command.ts'

export const marketsImport = action({
  examples: ['markets import lisbon/ --city Lisbon --country PT --currency EUR'],
  options: {
    city: { type: 'string', value: '<name>', summary: 'What the market is called, such as Lisbon' },
    country: { type: 'string', value: '<code>', summary: 'Its country in two letters, such as PT' },
    currency: {
      type: 'string',
      value: '<code>',
      summary: 'Currency of its prices, such as EUR: the files write $ for all',
    },
    date: {
      type: 'string',
      value: '<date>',
      summary: 'The day the files were made, where they do not say it themselves',
    },
  },
  more: 'A city is listings.csv.gz, and calendar.csv.gz and reviews.csv.gz beside it, as Inside Airbnb publishes them under CC BY 4.0; packed or not. All of them are taken in, or nothing is seen of them. The same files again change nothing.',
  async run({ city, country, currency, date }, named) {
    if (named.length === 0)
      throw new UsageError('markets import takes files, or the folder that they are in.')
    const missing = Object.entries({ city, country, currency }).filter(([, value]) => value === undefined)
    if (missing.length > 0)
      throw new UsageError(
        `Add ${missing.map(([name]) => `--${name}`).join(' and ')}: the files do not say it.`,
      )
    const of = inUsage(() => findCity({ city, country, currency, date }))
    const files = await findFiles(named).catch(toUsage)
    const shown = showProgress(files.reduce((sum, { bytes }) => sum + bytes, 0))
    const loaded = await withDatabase(loadConfig(), commandLog(), ({ kysely: db, sessions }) =>
      importCity(
        {
          db,
          sessions,
          log: commandLog(),
          now: new Date(),
          seen: (name, bytes) => shown.advance(bytes, name),
        },
        of,
        byKind(files),
      ).finally(shown.end),
    ).catch(plainly)
    tell(loaded)
  },
})

export function byKind(files: readonly FoundFile[]) {
  const file = (kind: FoundFile['kind']) => files.find((one) => one.kind === kind)
  const listings = file('listings')
  if (!listings) throw new Error('there is no file of listings')
  return { listings, calendar: file('calendar'), reviews: file('reviews') }
}

function tell(loaded: ImportedCity): void {
  if (loaded.unchanged)
    return print(
      `${loaded.city}, ${loaded.takenOn}: these very files were taken in before; nothing was changed.`,
    )
  const { city, takenOn, listings, nights, reviews, priceFrom, leftOut } = loaded
  print(`${city}, ${takenOn}: ${listings} listings, ${nights} nights and ${reviews} reviews were taken in.`)
  if (priceFrom === 'listing')
    print('The nights have no prices: the price of each listing stands in for those of its nights.')
  if (priceFrom === 'none')
    print('There are no prices in these files: nothing can be said of what others ask.')
  tellLeftOut(leftOut)
}

export function tellLeftOut({ count, first }: { count: number; first: readonly string[] }): void {
  if (count === 0) return
  printAside(`${count} rows were left out, the first of them:`)
  for (const one of first) printAside(`  ${one}`)
}

export const plainly = (error: unknown): never => {
  throw error instanceof MarketFileError ? new Error(error.message) : error
}

const toUsage = (error: unknown): never => {
  throw error instanceof MarketFileError ? new UsageError(error.message) : error
}

export function inUsage<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return toUsage(error)
  }
}

export const marketsList = action({
  examples: ['markets list'],
  options: jsonOption,
  async run({ json }) {
    const rows = await withDatabase(loadConfig(), commandLog(), ({ kysely }) => markets(kysely))
    if (json)
      return printJson({
        data: rows.map(({ name, country, currency, listings, taken_on: filesOf, snapshots }) => ({
          ...{ name, country, currency, filesOf },
          ...{ listings: Number(listings), snapshots: Number(snapshots) },
        })),
      })
    if (rows.length === 0) return print(`No market is loaded. See: ${ownCommand} markets import --help`)
    const lines = rows.map(({ name, country, currency, listings, taken_on: date, snapshots }) => [
      name,
      country,
      currency,
      String(listings),
      date,
      String(snapshots),
    ])
    print(table(['MARKET', 'COUNTRY', 'CURRENCY', 'LISTINGS', 'FILES OF', 'SNAPSHOTS'], lines))
  },
})

export const marketsRemove = action({
  examples: ['markets remove --city Lisbon'],
  options: {
    city: { type: 'string', value: '<name>', summary: 'What the market is called, such as Lisbon' },
  },
  more: 'Files of all months and events of it are removed, for every workspace.',
  async run({ city }) {
    if (city === undefined) throw new UsageError('Name the market with --city; see: markets list')
    const done = await withDatabase(loadConfig(), commandLog(), ({ kysely: db, sessions }) =>
      removeCity(
        {
          ...{ db, sessions, log: commandLog(), now: new Date() },
          line: { action: 'cli.markets.remove', actor: { kind: 'cli' } },
        },
        city,
      ),
    ).catch(plainly)
    print(`${done.city} was removed: files of ${done.snapshots} days and ${done.events} events.`)
  },
})
