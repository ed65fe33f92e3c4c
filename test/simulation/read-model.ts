/** Reads everything that clients were told of, by the API, and compares it with a model of what it should show. */
import { readEventLog } from '../history/last-look.ts'
import { hostawayHistory, recordVendorBookings } from '../history/record-vendor-calls.ts'
import { keeperOf, openNights } from './invariants.ts'
import type { PromiseLedger } from './life.ts'
import { nightCount, type SimulatedWorld } from './world.ts'

/** Small pages, so that lists are walked by their cursors. */
const pageSize = 7

interface ListPage {
  data: Record<string, unknown>[]
  pagination: { total: number | null; nextCursor: string | null }
}

/** Differences between what is read and the model; empty if every read is as it should be. */
export async function findUnlike(world: SimulatedWorld, ledger: PromiseLedger): Promise<string[]> {
  await readEventLog({ read: (path) => read(world, path) })
  await read(world, '/v1/reservations?limit=100')
  recordVendorBookings(world.observed, hostawayHistory(world.simulators.hostaway))
  return [
    ...(await wrongStays(world, ledger)),
    ...(await wrongGuests(world, ledger)),
    ...(await wrongReadNights(world, ledger)),
    ...((await world.move?.findUnlike()) ?? []),
  ]
}

async function read<T>(world: SimulatedWorld, path: string): Promise<T> {
  const answer = await world.call('GET', path)
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status} ${answer.text}`)
  return answer.body as T
}

interface WalkedList {
  rows: Record<string, unknown>[]
  /** Totals that do not equal the rows of the list. */
  wrong: string[]
}

async function walk(world: SimulatedWorld, path: string): Promise<WalkedList> {
  const rows: Record<string, unknown>[] = []
  const totals = new Set<number | null>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: ListPage = await read(world, `${path}?limit=${pageSize}${more}`)
    rows.push(...page.data)
    totals.add(page.pagination.total)
    cursor = page.pagination.nextCursor
  }
  const wrong = [...totals].filter((total) => total !== null && total !== rows.length)
  return { rows, wrong: wrong.map((total) => `${path} has ${rows.length} rows and a total of ${total}`) }
}

function differences(what: string, shown: readonly string[], expected: readonly string[]): string[] {
  const [is, should] = [shown.toSorted(), expected.toSorted()]
  if (is.join('\n') === should.join('\n')) return []
  const missing = should.filter((line) => !is.includes(line))
  const extra = is.filter((line, at) => !should.includes(line) || is.indexOf(line) !== at)
  return [
    `${what} lacks ${missing.join(', ') || 'nothing'} and has ${extra.join(', ') || 'nothing'} too much`,
  ]
}

async function wrongStays(world: SimulatedWorld, ledger: PromiseLedger): Promise<string[]> {
  const { rows, wrong } = await walk(world, '/v1/reservations')
  const shown = rows.map(({ listingId, checkIn, checkOut, status }) =>
    [listingId, checkIn, checkOut, status === 'cancelled' ? 'cancelled' : 'stands'].map(String).join(' '),
  )
  const expected = ledger
    .knownSales()
    .map(({ home, from, to, isCancelled }) =>
      [home.id, world.day(from), world.day(to), isCancelled ? 'cancelled' : 'stands'].join(' '),
    )
  return [...wrong, ...differences('the list of reservations', shown, expected)]
}

/** Guests who booked here or at the PMS are known by their names; channels invent theirs. */
async function wrongGuests(world: SimulatedWorld, { sales }: PromiseLedger): Promise<string[]> {
  const { rows, wrong } = await walk(world, '/v1/guests')
  const names = rows.map(({ displayNameLong }) => String(displayNameLong))
  const shown = names.filter((name) => /^Sim G\d+$/.test(name))
  const named = sales.filter((sale) => keeperOf(sale) === 'api' || keeperOf(sale) === 'hostaway')
  const expected = named.map(({ code }) => `Sim ${code}`)
  return [...wrong, ...differences('the list of guests', shown, expected)]
}

async function wrongReadNights(world: SimulatedWorld, ledger: PromiseLedger): Promise<string[]> {
  const wrong: string[] = []
  for (const home of world.homes) {
    const path = `/v1/availability/${home.id}?from=${world.day(0)}&to=${world.day(nightCount - 1)}`
    const { days } = await read<{ days: { date: string; available: boolean }[] }>(world, path)
    const shown = days.flatMap(({ date, available }) => (available ? [date] : []))
    wrong.push(...differences(`the calendar read of home ${home.id}`, shown, openNights(world, ledger, home)))
  }
  return wrong
}
