/** What must be true in every world: some of it after every commit, the rest once the world has come to rest. */
import type { DatabaseControl } from './database-control.ts'
import type { PromiseLedger, SimulatedSale } from './life.ts'
import { bookingsAt, doubleSalesAt, openNightsAt } from './kept-home.ts'
import { nightCount, type SimulatedHome, type SimulatedWorld } from './world.ts'

export class InvariantBroken extends Error {
  override name = 'InvariantBroken'
}

/** Each names what breaks it. */
const always: Record<string, string> = {
  // A booking of ours for nights that another booking held already when ours was written.
  'no unit is sold twice by us': `
    select format('reservation %s of listing %s was made here while %s held the night', a.id, a.listing_id, b.id) as what
    from reservations a
    join reservations b on b.workspace_id = a.workspace_id and b.listing_id = a.listing_id and b.id <> a.id
     and b.check_in < a.check_out and a.check_in < b.check_out
    join events ea on ea.workspace_id = a.workspace_id and ea.type = 'reservation.created' and ea.object_id = a.id and ea.sequence > 0
    join events eb on eb.workspace_id = b.workspace_id and eb.type = 'reservation.created' and eb.object_id = b.id and eb.sequence > 0
    where a.connection_id is null and a.status <> 'cancelled' and b.status <> 'cancelled'
      and a.merged_into is null and b.merged_into is null and ea.sequence > eb.sequence and a.workspace_id < 900000000`,
  'events have no gap': `
    select format('workspace %s has %s events up to number %s', workspace_id, count(*), max(sequence)) as what
    from events where sequence > 0 group by workspace_id having count(*) <> max(sequence)`,
  'events of a record are in order': `
    select format('event %s of %s %s has revision %s after %s', sequence, object_type, object_id, revision, before) as what
    from (select *, lag(revision) over (partition by workspace_id, object_type, object_id order by sequence) as before
          from events where sequence > 0 and revision is not null) e
    where revision < before`,
}
const alwaysText = Object.entries(always)
  .map(([name, text]) => `select '${name}' as name, what from (${text}) broken`)
  .join(' union all ')

/** Throws if one of those that hold at every moment does not. */
export async function checkAlways(
  control: DatabaseControl,
  world: SimulatedWorld,
  ledger: PromiseLedger,
): Promise<void> {
  const seen = [
    ...doubleSalesAt(world.simulators.hostaway),
    ...ledger.broken,
    ...(await unkeptHere(control, world, ledger)),
  ]
  if (seen.length > 0) throw new InvariantBroken(seen.join('; '))
  const broken = await control.query<{ name: string; what: string }>(`${alwaysText} limit 5`)
  if (broken.length > 0)
    throw new InvariantBroken(broken.map(({ name, what }) => `${name}: ${what}`).join('; '))
}

/** What a client was told of a home that is kept here holds from then on. */
async function unkeptHere(
  control: DatabaseControl,
  { workspaceId, day }: SimulatedWorld,
  { sales }: PromiseLedger,
): Promise<string[]> {
  const told = sales.filter(({ place, home }) => place === 'api' && home.pmsId === null)
  const rows = await control.query<{ name: string; stands: boolean }>(
    `select g.last_name as name, r.status <> 'cancelled' as stands
     from reservations r join guests g on g.workspace_id = r.workspace_id and g.id = r.guest_id
     where r.workspace_id = $1 and r.merged_into is null and g.last_name = any($2::text[])`,
    [workspaceId, told.map(({ code }) => code)],
  )
  const stored = Map.groupBy(rows, ({ name }) => name)
  return told.flatMap((sale) => {
    const { code, home, from, to, isEnding, isCancelled } = sale
    const found = stored.get(code) ?? []
    const line = lineOf('api', code, home.id, day(from), day(to), isCancelled)
    if (found.length > 1) return [`stored ${found.length} times: ${line}`]
    const isAsTold = found.some(({ stands }) => (isCancelled ? !stands : stands || isEnding))
    return isAsTold ? [] : [`acknowledged, but not stored: ${line}`]
  })
}

/** What is not yet as it was promised; empty once the world rests. */
export async function findUnkept(world: SimulatedWorld, ledger: PromiseLedger): Promise<string[]> {
  const { control } = world.parts
  return [
    ...ledger.broken,
    ...(await world.counts.findWrong(world)),
    ...(await wrongBookings(control, world, ledger)),
    ...wrongBookingsAtPms(world, ledger),
    ...wrongNights(world, ledger),
    ...(await untoldEvents(control, world)),
  ]
}

const lineOf = (place: string, code: string, home: string, from: string, to: string, isCancelled: boolean) =>
  `${place} ${code} of home ${home} from ${from} to ${to}${isCancelled ? ', cancelled' : ''}`

/** Every booking that was accepted is stored once, and nothing else is. */
async function wrongBookings(
  control: DatabaseControl,
  world: SimulatedWorld,
  ledger: PromiseLedger,
): Promise<string[]> {
  const rows = await control.query<{
    place: string
    code: string
    home: string
    from: string
    to: string
    status: string
  }>(
    `select coalesce(c.provider, 'api') as place, case when coalesce(c.provider, 'hostaway') = 'hostaway' then g.last_name else r.confirmation_code end as code,
            r.listing_id::text as home, r.check_in::text as from, r.check_out::text as to, r.status
     from reservations r
     left join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id
     left join guests g on g.workspace_id = r.workspace_id and g.id = r.guest_id
     where r.workspace_id = $1 and r.merged_into is null`,
    [world.workspaceId],
  )
  const stored = rows.map((row) =>
    lineOf(row.place, row.code, row.home, row.from, row.to, row.status === 'cancelled'),
  )
  const codes = new Set(rows.map(({ code }) => code))
  const isUnread = ({ place, isCancelled, code }: SimulatedSale) =>
    place === 'ical' && isCancelled && !codes.has(code)
  ledger.unread = new Set(ledger.sales.filter(isUnread))
  const promised = ledger.knownSales().map((sale) => {
    const [from, to] = [world.day(sale.from), world.day(sale.to)]
    return lineOf(keeperOf(sale), sale.code, sale.home.id, from, to, sale.isCancelled)
  })
  return [
    ...missingIn(stored, promised).map((line) => `acknowledged, but not stored: ${line}`),
    ...missingIn(promised, stored).map((line) => `stored, but not acknowledged: ${line}`),
  ]
}

/** Those of `lines` that `others` does not have as often. */
export function missingIn(others: readonly string[], lines: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

/** A booking of a home that the PMS keeps comes from its account, whoever made it. */
export const keeperOf = ({ place, home }: SimulatedSale) => (home.pmsId === null ? place : 'hostaway')

/** Every booking of a home of the PMS is there once, those that were made here as well. */
function wrongBookingsAtPms({ simulators, day }: SimulatedWorld, { sales }: PromiseLedger): string[] {
  const held = bookingsAt(simulators.hostaway).map(({ pmsId, name, arrival, departure, isCancelled }) =>
    lineOf('PMS', name, pmsId, arrival, departure, isCancelled),
  )
  const promised = sales.flatMap(({ home, code, from, to, isCancelled }) =>
    home.pmsId === null ? [] : [lineOf('PMS', code, home.pmsId, day(from), day(to), isCancelled)],
  )
  return [
    ...missingIn(held, promised).map((line) => `acknowledged, but not at the PMS: ${line}`),
    ...missingIn(promised, held).map((line) => `at the PMS, but not acknowledged: ${line}`),
  ]
}

/** Where a home is sold by others, with the nights that are open there. */
function openElsewhere(
  { simulators, day }: SimulatedWorld,
  { channels, pmsId, calendar }: SimulatedHome,
): [string, ReadonlySet<string>][] {
  if (calendar !== null) {
    const nights = Array.from({ length: nightCount }, (_, night) => day(night))
    return [['ical', new Set(nights).difference(calendar.platform.takenNights())]]
  }
  if (pmsId !== null) return [['hostaway', openNightsAt(simulators.hostaway, pmsId)]]
  const range = { from: day(0), to: day(nightCount - 1) }
  const ids = { airbnb: channels?.airbnbId ?? '', booking: String(channels?.roomId) }
  return (['airbnb', 'booking'] as const).map((channel) => {
    const shown = simulators[channel].operations.nights?.(ids[channel], range) ?? []
    return [channel, new Set(shown.flatMap(({ date, left }) => (left > 0 ? [date] : [])))]
  })
}

/** The nights of a home that are neither sold nor closed by staff. */
export function openNights(
  world: SimulatedWorld,
  { sales, closed }: PromiseLedger,
  home: SimulatedHome,
): string[] {
  const standing = sales.filter((sale) => sale.home === home && !sale.isCancelled)
  return Array.from({ length: nightCount }, (_, night) => night).flatMap((night) => {
    const isSold = standing.some(({ from, to }) => from <= night && night < to)
    return isSold || closed.has(`${home.id} ${night}`) ? [] : [world.day(night)]
  })
}

function wrongNights(world: SimulatedWorld, ledger: PromiseLedger): string[] {
  return world.homes.flatMap((home) => {
    const should = new Set(openNights(world, ledger, home))
    return openElsewhere(world, home).flatMap(([place, open]) =>
      Array.from({ length: nightCount }, (_, night) => world.day(night))
        .filter((date) => open.has(date) !== should.has(date))
        .map((date) => `${date} of home ${home.id} is ${open.has(date) ? 'open' : 'closed'} at ${place}`),
    )
  })
}

/** Every event came to the receiver, those of one record in their order. */
async function untoldEvents(
  control: DatabaseControl,
  { received, workspaceId, move }: SimulatedWorld,
): Promise<string[]> {
  const events = await control.query<{ id: string; sequence: string; key: string | null; told: boolean }>(
    `select e.id, e.sequence, e.workspace_id || ' ' || e.order_key as key from events e
     where e.workspace_id = any($2::bigint[]) and e.sequence > 0
       and e.created_at > (select min(created_at) from webhooks where workspace_id = $1)
     order by e.workspace_id, e.sequence`,
    // The receiver hears of the workspace of the move as well.
    [workspaceId, [workspaceId, move?.workspaceId].filter(Boolean)],
  )
  const untold = events
    .filter(({ id }) => !received.has(id))
    .map(({ sequence }) => `event ${sequence} was not delivered`)
  const latest = new Map<string, number>()
  const late = events.flatMap(({ id, sequence, key }) => {
    const at = received.get(id)
    if (at === undefined || key === null) return []
    const before = latest.get(key) ?? -1
    latest.set(key, Math.max(before, at))
    return at < before ? [`event ${sequence} of ${key} came before an earlier one`] : []
  })
  return [...untold, ...late]
}
