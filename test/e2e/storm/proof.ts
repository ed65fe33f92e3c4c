/** What must be true after the storm, and how long sold nights stayed open. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Exposure } from '../../../src/contract/exposure.ts'
import type { Sale } from './guests.ts'
import type { Home, StormWorld } from './world.ts'

export interface Window {
  /** Both ends are included. */
  from: string
  to: string
}

const overlap = (a: Sale, b: Sale) => a.home === b.home && a.from < b.to && b.from < a.to
export const nightsOf = ({ from, to }: Pick<Sale, 'from' | 'to'>): string[] => {
  const nights: string[] = []
  for (let night = from; night < to; night = String(Temporal.PlainDate.from(night).add({ days: 1 })))
    nights.push(night)
  return nights
}

const line = (place: string, code: string, home: string, from: string, to: string) =>
  `${place} ${code} of home ${home} from ${from} to ${to}`

/** The account of a booking's record: API bookings of PMS homes are made at the PMS. */
const accountOf = ({ place, home }: Sale) => (home.pmsId !== null && place === 'api' ? 'pms' : place)

export const acceptedOf = (sales: readonly Sale[]): string[] =>
  sales.map((sale) => line(accountOf(sale), sale.code, sale.home.id, sale.from, sale.to)).toSorted()

/** Identifies reservation `r` by a channel's code, by the PMS's id, or by the guest's name if its place gives none. */
const codeOf = sql`
  case when r.connection_id is null then g.last_name when c.provider = 'ical' then g.first_name
       when c.provider in ('airbnb', 'booking', 'plumguide', 'channex') then r.confirmation_code else r.external_id end`
const withGuest = sql`
  left join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id
  left join guests g on g.workspace_id = r.workspace_id and g.id = r.guest_id`

/** Every recorded booking that was not cancelled, in the form of `acceptedOf`. */
export async function recordedIn({ db, workspaceId, pms }: StormWorld): Promise<string[]> {
  const { rows } = await sql<{ place: string; code: string; home: string; from: string; to: string }>`
    select case when c.provider = ${pms.vendor} then 'pms' when c.provider is null and r.source = 'vrbo' then 'vrbo'
           else coalesce(c.provider, 'api') end as place, ${codeOf} as code,
           r.listing_id::text as home, r.check_in::text as from, r.check_out::text as to
    from reservations r ${withGuest}
    where r.workspace_id = ${workspaceId} and r.status <> 'cancelled' and r.merged_into is null`.execute(db)
  return rows.map(({ place, code, home, from, to }) => line(place, code, home, from, to)).toSorted()
}

/** Channel bookings that the PMS also reports: each must be merged behind the channel's record. */
export const relayedOf = (sales: readonly Sale[]): string[] =>
  sales
    .filter(({ home, place }) => home.pmsId !== null && (place === 'airbnb' || place === 'booking'))
    .map(({ code }) => code)
    .toSorted()

export async function relayedIn({ db, workspaceId, pms }: StormWorld): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select s.confirmation_code as code from reservations s
    join connections c on c.workspace_id = s.workspace_id and c.id = s.connection_id and c.provider = ${pms.vendor}
    where s.workspace_id = ${workspaceId} and s.merged_into is not null`.execute(db)
  return rows.map(({ code }) => code).toSorted()
}

/** Some PMSs give direct bookings no code, so the server makes one of the id, which is what the guest was told. */
export async function recordCodesOfPms(
  { db, workspaceId, pms, history }: StormWorld,
  sales: readonly Sale[],
): Promise<void> {
  const sold = sales.filter((sale) => accountOf(sale) === 'pms').map(({ code }) => code)
  const { rows } = await sql<{ code: string }>`
    select r.confirmation_code as code from reservations r
    join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = ${pms.vendor}
    where r.workspace_id = ${workspaceId} and r.external_id = any(${sold}::text[])`.execute(db)
  const causes = rows.map(({ code }) => `stay ${code}`)
  history.add({
    process: 'pms',
    kind: 'call',
    what: 'codes of bookings',
    begin: 0,
    end: 0,
    result: 'ok',
    causes,
  })
}

/** Counts nights that we wrote to a channel in place of the PMS. */
export async function writtenForPms({ db, workspaceId, homes }: StormWorld): Promise<number> {
  const kept = homes.flatMap(({ id, pmsId }) => (pmsId === null ? [] : id))
  const { rows } = await sql`
    select from selling_links where workspace_id = ${workspaceId} and listing_id = any(${kept}::bigint[])`.execute(
    db,
  )
  return rows.length
}

/** Names two bookings of one night in a fixed order. */
const pair = (codes: readonly string[]) => codes.toSorted().join(' and ')

export const doubleSales = (sales: readonly Sale[]): string[] =>
  sales
    .flatMap((one, index) =>
      sales.slice(index + 1).flatMap((other) => (overlap(one, other) ? [pair([one.code, other.code])] : [])),
    )
    .toSorted()

/** Returns double sales as often as they were reported. */
export async function toldDoubleSales({ db, workspaceId }: StormWorld): Promise<string[]> {
  const { rows } = await sql<{ codes: string[] }>`
    select (select array_agg(${codeOf})
            from jsonb_array_elements(e.data::jsonb->'reservations') told
            join reservations r on r.workspace_id = e.workspace_id and r.id = (told->>'id')::bigint ${withGuest}) as codes
    from events e where e.workspace_id = ${workspaceId} and e.type = 'reservation.conflict'`.execute(db)
  return rows.map(({ codes }) => pair(codes)).toSorted()
}

/** Returns wrong nights of every home: sold ones must be closed and confirmed everywhere, others open. */
export async function wrongNights(
  world: StormWorld,
  sales: readonly Sale[],
  { from, to }: Window,
): Promise<string[]> {
  const wrong: string[] = []
  for (const home of world.homes) {
    const sold = new Set(sales.filter((sale) => sale.home === home).flatMap(nightsOf))
    for (const channel of channelsOf(home)) {
      for (const { date, left } of shownAt(world, channel, home, { from, to })) {
        if (left > 0 === sold.has(date)) wrong.push(`${date} of ${home.id} has ${left} left at ${channel}`)
      }
    }
    if (home.pmsId !== null) {
      wrong.push(...(await wrongHere(world, home, sold, { from, to })))
      continue
    }
    wrong.push(...wrongAtReaders(world, home, sales, { from, to }))
    const { body } = await world.call<Exposure>(
      'GET',
      `/v1/listings/${home.id}/exposure?from=${from}&to=${to}`,
    )
    for (const { exposedNights } of [...body.readers, ...body.feeds])
      wrong.push(...exposedNights.map((date) => `${date} of ${home.id} is shown as not fetched`))
    for (const { channel, nights } of body.channels) {
      const unsure = nights.filter(
        ({ date, state, shown }) => state !== 'confirmed' || shown?.available === sold.has(date),
      )
      wrong.push(...unsure.map(({ date, state }) => `${date} of ${home.id} is ${state} for ${channel}`))
    }
  }
  return wrong
}

/** Checks what readers fetched last: calendar files without their own sales, and Vrbo's feeds. */
function wrongAtReaders({ vrbo }: StormWorld, home: Home, sales: readonly Sale[], { from, to }: Window) {
  const { peer } = home.doors ?? assert.fail()
  const soldNights = (sales: readonly Sale[]) => new Set(sales.flatMap(nightsOf))
  const ofHome = sales.filter((sale) => sale.home === home)
  const [sold, elsewhere] = [soldNights(ofHome), soldNights(ofHome.filter(({ place }) => place !== 'ical'))]
  const read = peer.closedElsewhere()
  const dayAfter = (date: string) => String(Temporal.PlainDate.from(date).add({ days: 1 }))
  return nightsOf({ from, to: dayAfter(to) }).flatMap((date) => [
    ...(read.has(date) === elsewhere.has(date)
      ? []
      : [`${date} of ${home.id} is wrong in the calendar file`]),
    ...(vrbo.listingIds.has(home.id) && vrbo.puller.sells(home.id, date, dayAfter(date)) === sold.has(date)
      ? [`${date} of ${home.id} is wrong at Vrbo`]
      : []),
  ])
}

/** The PMS closes its nights at the channels, and here by what it reports. */
async function wrongHere(
  { call }: StormWorld,
  { id }: Home,
  sold: ReadonlySet<string>,
  { from, to }: Window,
) {
  const { body } = await call<{ days: { date: string; available: boolean }[] }>(
    ...(['GET', `/v1/availability/${id}?from=${from}&to=${to}`] as const),
  )
  return body.days
    .filter(({ date, available }) => available === sold.has(date))
    .map(({ date, available }) => `${date} of ${id} is ${available ? 'open' : 'closed'} here`)
}

const idsAt = {
  airbnb: ({ airbnbId }: Home) => airbnbId,
  booking: ({ roomId }: Home) => String(roomId),
  plumguide: ({ doors }: Home) => doors?.plumId ?? '',
  channex: ({ doors }: Home) => doors?.channexId ?? '',
}
export type Channel = keyof typeof idsAt
const channelsOf = ({ doors }: Home): readonly Channel[] => [
  ...(['airbnb', 'booking'] as const),
  ...(doors ? (['plumguide'] as const) : []),
  ...(doors && doors.channexId !== null ? (['channex'] as const) : []),
]

const shownAt = (world: StormWorld, channel: Channel, home: Home, { from, to }: Window) =>
  world[channel].operations.nights?.(idsAt[channel](home), { from, to }) ?? []

/** Units that a channel can still sell. */
export const leftAt = (world: StormWorld, channel: Channel, home: Home, date: string): number | undefined =>
  shownAt(world, channel, home, { from: date, to: date })[0]?.left

/** When each booking was stored here, by code. */
async function storedTimes({ db, workspaceId }: StormWorld): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; at: Date }>`
    select ${codeOf} as code, min(h.created_at) as at
    from reservations r ${withGuest}
    join events h on h.workspace_id = r.workspace_id and h.type = 'reservation.created' and h.object_id = r.id
    where r.workspace_id = ${workspaceId} group by 1`.execute(db)
  return new Map(rows.map(({ code, at }) => [code, at.getTime()]))
}

/** A sold night on a channel other than its first place. */
export interface OpenTime {
  /** The place of the sale. */
  place: string
  /** The channel where it was open. */
  channel: string
  /** How it ended. */
  what: string
  /** Milliseconds since the guest booked. */
  sinceSold: number
  /** Since the server could know: Booking.com reports on request, and a calendar file when it is read. */
  sinceTold: number
  /** The part until the booking was stored. */
  untilStored: number
}

/** Measures, by the channels' clocks, how long each sold night was open on every other channel. */
export async function openTimes(world: StormWorld, sales: readonly Sale[]): Promise<OpenTime[]> {
  const { told } = world.booking.operations.state(new Set(['told'])) as { told: { id: number; at: string }[] }
  const toldAt = new Map(told.map(({ id, at }) => [String(id), Date.parse(at)]))
  const storedAt = await storedTimes(world)
  const times: OpenTime[] = []
  for (const night of Map.groupBy(
    sales.flatMap((sale) => nightsOf(sale).map((date) => ({ sale, date }))),
    ({ sale, date }) => `${sale.home.id} ${date}`,
  ).values()) {
    const [first] = night.toSorted((a, b) => a.sale.soldAtMs - b.sale.soldAtMs)
    if (!first) continue
    const { sale, date } = first
    // The PMS closes its own homes.
    if (sale.home.pmsId !== null) continue
    for (const channel of channelsOf(sale.home)) {
      if (channel === sale.place) continue
      const [shown] = shownAt(world, channel, sale.home, { from: date, to: date })
      // If it was sold there too, there may have been nothing left to write.
      const soldThere = night
        .filter((other) => other.sale.place === channel)
        .map((other) => other.sale.soldAtMs)
      const closedAt = shown?.closedAt ? Date.parse(shown.closedAt) : Math.min(...soldThere)
      assert.ok(Number.isFinite(closedAt), `${date} of ${sale.home.id} was never closed at ${channel}`)
      const stored = storedAt.get(sale.code) ?? Number.NaN
      const knownAt =
        sale.place === 'booking'
          ? (toldAt.get(sale.code) ?? Number.NaN)
          : sale.place === 'ical'
            ? stored
            : sale.soldAtMs
      const after = (ms: number) => `${((ms - sale.soldAtMs) / 1000).toFixed(2)} s`
      times.push({
        ...{ place: sale.place, channel },
        what: `sold by ${sale.place} as ${sale.code}, stored after ${after(stored)}, closed at ${channel} after ${after(closedAt)}`,
        sinceSold: Math.max(0, closedAt - sale.soldAtMs),
        sinceTold: Math.max(0, closedAt - knownAt),
        untilStored: Math.min(Math.max(0, stored - knownAt), Math.max(0, closedAt - knownAt)),
      })
    }
  }
  return times
}
