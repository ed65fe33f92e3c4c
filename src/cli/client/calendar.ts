/** `calendar` shows the nights of a home: weeks on a terminal, a night a line in a pipe. */
import type { Lodgewire, Schema } from '../../../sdk/typescript/src/index.ts'
import stringWidth from 'fast-string-width'
import { ownCommand } from '../../platform/own-command.ts'
import { UsageError } from '../command.ts'
import { paint, print, screenWidth } from '../print.ts'
import { table } from '../table.ts'
import { clientAction } from './client-action.ts'
import { findListingId } from './listings.ts'
import { plainLine } from './plain-text.ts'
import { cellOf, printSafeJson } from './print-records.ts'
import { addDays, amountText, dayOption, nightsBetween, todayIn } from './units.ts'

type NightGrid = Schema<'ListingCalendar'>
type GridNight = NightGrid['nights'][number]
type GridStay = NightGrid['stays'][number]

/** The server cuts a longer window. */
const nightsPerCall = 100
const usualNights = 31
const mostNights = 1100
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

export const calendar = clientAction({
  examples: [
    'calendar 4201',
    'calendar "Sea View" --from 2026-07-01 --to 2026-08-31',
    'calendar 4201 --list',
  ],
  more: 'A listing is named by its id, or by a part of its name, street or city that no other has. Prices are in the currency of the listing.',
  options: {
    from: {
      type: 'string',
      value: '<day>',
      summary: 'First night; today in the time zone of the home when left out',
    },
    to: { type: 'string', value: '<day>', summary: `Last night; ${usualNights} nights when left out` },
    list: { type: 'boolean', summary: 'A line for each night, as in a pipe' },
  },
  async run(client, { from, to, list, json }, [name, ...more]) {
    if (name === undefined || more.length > 0) throw new UsageError('calendar takes one listing.')
    const [first, last] = [dayOption('from', from), dayOption('to', to)]
    const listing = await readCalendar(client, await findListingId(client, name), first, last)
    if (json) return printSafeJson(listing)
    const { currency, timeZone } = listing
    print([plainLine(listing.name), currency, timeZone].filter(Boolean).join(', '))
    print()
    const weeks = list ? null : weeksText(listing)
    print(weeks ?? nightsText(listing))
  },
})

async function readCalendar(
  client: Lodgewire,
  id: string,
  from: string | undefined,
  to: string | undefined,
): Promise<NightGrid> {
  const read = async (first: string, last: string) => {
    const query = { listing_id: id, from: first, to: last, limit: 1, include_total: false }
    const { data } = await client.get('/v1/calendar', { query })
    if (data[0] === undefined)
      throw new Error(`There is no active listing ${id}. See: ${ownCommand} listings`)
    return data[0]
  }
  const utc = todayIn(null)
  const first = from ?? todayIn((await read(utc, utc)).timeZone)
  const last = to ?? addDays(first, usualNights - 1)
  if (last < first) throw new UsageError('--to is before --from.')
  if (nightsBetween(first, last) >= mostNights)
    throw new UsageError(`A calendar has at most ${mostNights} nights at once.`)
  const begin = await read(first, earlier(addDays(first, nightsPerCall - 1), last))
  const stays = new Map(begin.stays.map((stay) => [stay.id, stay]))
  const nights = [...begin.nights]
  for (let day = addDays(first, nightsPerCall); day <= last; day = addDays(day, nightsPerCall)) {
    const part = await read(day, earlier(addDays(day, nightsPerCall - 1), last))
    nights.push(...part.nights)
    for (const stay of part.stays) stays.set(stay.id, stay)
  }
  return { ...begin, nights, stays: [...stays.values()] }
}

const earlier = (a: string, b: string) => (a < b ? a : b)

/** A cancelled stay takes no night; the night of the check-out is free again. */
const stayOn = (date: string, stays: readonly GridStay[]): GridStay | undefined =>
  stays.find(({ status, checkIn, checkOut }) => status !== 'cancelled' && checkIn <= date && date < checkOut)

function stateOf(night: GridNight, stay: GridStay | undefined): string {
  if (night.available) {
    if (night.closedToArrival && night.closedToDeparture) return 'no in/out'
    return night.closedToArrival ? 'no arrival' : night.closedToDeparture ? 'no departure' : 'open'
  }
  if (stay) return stay.status === 'pending' ? 'pending' : 'booked'
  return night.isKnown ? 'closed' : 'unknown'
}

function nightsText({ nights, stays, currency }: NightGrid): string {
  const hasUnits = nights.some(({ availableUnits }) => availableUnits > 1)
  const head = [
    'NIGHT',
    'DAY',
    'STATE',
    'PRICE',
    'MIN. STAY',
    ...(hasUnits ? ['UNITS'] : []),
    'STAY',
    'GUEST',
  ]
  const rows = nights.map((night) => {
    const stay = stayOn(night.date, stays)
    return [
      night.date,
      weekdays[weekdayOf(night.date)],
      stateOf(night, stay),
      amountText(night.price, currency),
      String(night.minNights),
      ...(hasUnits ? [String(night.availableUnits)] : []),
      stay?.id,
      stay?.guestName,
    ].map(cellOf)
  })
  return table(head, rows)
}

/** Returns a block of three lines for each week; null if the output is no terminal or too narrow. */
function weeksText({ nights, stays, currency }: NightGrid): string | null {
  const room = screenWidth()
  const [firstNight] = nights
  if (room === undefined || firstNight === undefined) return null
  const byDate = new Map(nights.map((night) => [night.date, night]))
  const monday = addDays(firstNight.date, -weekdayOf(firstNight.date))
  const weeks = Math.ceil((weekdayOf(firstNight.date) + nights.length) / 7)
  const rows = Array.from({ length: weeks }, (_, week) => {
    const cells = weekdays.map((_day, day) => {
      const night = byDate.get(addDays(monday, week * 7 + day))
      return night ? cellLines(night, stayOn(night.date, stays), currency) : ['', '', '']
    })
    const label = addDays(monday, week * 7).slice(0, 7)
    return [0, 1, 2].map((line) => [line === 0 ? label : '', ...cells.map((cell) => cell[line] ?? '')])
  })
  const head = ['', ...weekdays]
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.flat().map((row) => row[column] ?? '')].map((cell) => stringWidth(cell))),
  )
  if (widths.reduce((sum, width) => sum + width + 2, -2) > room) return null
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell) + 2))
      .join('')
      .trimEnd()
  const blocks = rows.map((lines) => lines.map(lineOf).join('\n'))
  return [paint('bold', lineOf(head)), ...blocks].join('\n\n')
}

const cellLines = (night: GridNight, stay: GridStay | undefined, currency: string | null) => [
  `${night.date.slice(8)} ${shortState[stateOf(night, stay)] ?? stateOf(night, stay)}`,
  amountText(night.price, currency),
  `min ${night.minNights}`,
]

const shortState: Record<string, string> = {
  'no arrival': 'no in',
  'no departure': 'no out',
  'no in/out': 'no i/o',
}

/** Counts from Monday. */
const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
