/** Nights of channel listings: what each is to show, and how far it got. */
import { sql } from 'kysely'
import type { CalendarDayRecord } from '../../../contract/records.ts'
import { notifyWork } from '../../../platform/due-work/work-notices.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { isLeftSent } from '../../../upstream/nights/take-up-sql.ts'
import type { WishedNight } from '../../../records/selling/public.ts'
import type { PushState } from '../../../upstream/nights/state.ts'
import type { Settlement } from './settlement.ts'
import type { ChannelLinkKey } from '../../../records/listings/listing-link-queries.ts'

/** An unread channel may sell any number of units, so assume more than any listing has. */
const unknownUnits = sql`coalesce(n.shown_units, 2147483647)`
const wish = sql`available, units, price, min_nights, max_nights, closed_to_arrival, closed_to_departure`
const wishOf = (row: 'n' | 'excluded') => {
  const columns = [
    'available',
    'units',
    'price',
    'min_nights',
    'max_nights',
    'closed_to_arrival',
    'closed_to_departure',
  ]
  return sql`(${sql.join(columns.map((column) => sql.ref(`${row}.${column}`)))})`
}

/** Whether the end of an exposure is to be reported. */
const isOver = sql<boolean>`n.told_at is not null and n.exposed_since is null as "isOver"`

async function tellEnds(db: Queryable, changed: readonly { isOver: boolean }[]): Promise<void> {
  if (changed.some((night) => night.isOver)) await notifyWork(db, 'exposure')
}

/** Stores what the nights are to show from `since` on. Answers how many changed. */
export async function updateDesiredNights(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
  nights: readonly WishedNight[],
  { since, at }: { since: Date; at: Date },
): Promise<number> {
  if (nights.length === 0) return 0
  const given = sql`jsonb_to_recordset(${JSON.stringify(nights)}::jsonb) as r (date date, available boolean, units int,
    price numeric, "minNights" int, "maxNights" int, "closedToArrival" boolean, "closedToDeparture" boolean, "unitsLeft" int, stays int)`
  const { rows } = await sql<{ isOver: boolean }>`
    insert into channel_nights as n (workspace_id, connection_id, external_id, date, ${wish}, units_left, stays, state,
                                     next_attempt_at, differs_since, exposed_since)
    select ${scope.workspaceId}, ${connectionId}, ${externalId}, date, available, units, price, "minNights", "maxNights",
           "closedToArrival", "closedToDeparture", "unitsLeft", stays, 'pending', ${at}::timestamptz, ${since}::timestamptz,
           case when stays > 0 then ${since}::timestamptz end
    from ${given} order by date
    on conflict (workspace_id, connection_id, external_id, date) do update
      set (${wish}) = row${wishOf('excluded')}, units_left = excluded.units_left, stays = excluded.stays, version = n.version + 1, state = 'pending',
          attempts = 0, checks = 0, accepted_at = null, error_code = null, error = null,
          next_attempt_at = excluded.next_attempt_at, differs_since = coalesce(n.differs_since, excluded.differs_since),
          exposed_since = case when excluded.stays > 0 and excluded.units_left < ${unknownUnits}
                               then coalesce(n.exposed_since, excluded.differs_since) end
      where ${wishOf('n')} is distinct from ${wishOf('excluded')}
    returning ${isOver}`.execute(tx)
  // The host had closed a night that is sold now: nothing is sent, but it must stay closed there.
  const kept = await sql<{ isOver: boolean }>`
    update channel_nights n
    set stays = r.stays, units_left = r."unitsLeft",
        exposed_since = case when r.stays > 0 and r."unitsLeft" < ${unknownUnits} then coalesce(n.exposed_since, ${since}) end
    from ${given}
    where n.workspace_id = ${scope.workspaceId} and n.connection_id = ${connectionId}
      and n.external_id = ${externalId} and n.date = r.date and (n.stays, n.units_left) <> (r.stays, r."unitsLeft")
    returning ${isOver}`.execute(tx)
  await tellEnds(tx, [...rows, ...kept.rows])
  return rows.length
}

/** Later dates that the channel was already told something about. */
export async function datesWrittenAfter(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
  date: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ date: string }>`
    select date from channel_nights
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}
      and date > ${date}`.execute(tx)
  return new Set(rows.map((row) => row.date))
}

export interface StoredChannelNight extends WishedNight {
  externalId: string
  listingId: string
  unitCount: number
  currency: string | null
  version: number
  state: PushState
  attempts: number
  checks: number
  accepted: boolean
  exposed: boolean
}

const storedColumns = sql`
  n.external_id as "externalId", k.listing_id as "listingId", l.unit_count as "unitCount", l.currency, n.date, n.available,
  n.units, n.units_left as "unitsLeft", n.price, n.min_nights as "minNights", n.max_nights as "maxNights", n.closed_to_arrival as "closedToArrival",
  n.closed_to_departure as "closedToDeparture", n.stays, n.version, n.state, n.attempts, n.checks,
  n.accepted_at is not null as accepted, n.exposed_since is not null as exposed
  from channel_nights n
  join selling_links k on k.workspace_id = n.workspace_id and k.connection_id = n.connection_id
    and k.external_id = n.external_id
  join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id`

/** Due nights: those exposed to double sale first, longest first, then by listing or by month. */
export async function dueNights(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { now, limit, monthByMonth }: { now: Date; limit: number; monthByMonth: boolean },
): Promise<StoredChannelNight[]> {
  const order = monthByMonth ? sql`n.date, n.external_id` : sql`n.external_id, n.date`
  const { rows } = await sql<StoredChannelNight>`
    select ${storedColumns}
    where n.workspace_id = ${scope.workspaceId} and n.connection_id = ${connectionId} and n.next_attempt_at <= ${now}
    order by n.exposed_since, ${order} limit ${limit}`.execute(db)
  return rows
}

export async function linkNights(
  db: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
): Promise<StoredChannelNight[]> {
  const { rows } = await sql<StoredChannelNight>`
    select ${storedColumns}
    where n.workspace_id = ${scope.workspaceId} and n.connection_id = ${connectionId} and n.external_id = ${externalId}
    order by n.date`.execute(db)
  return rows
}

interface ChannelNightKey {
  externalId: string
  date: string
  version: number
}

const nightKeysJson = (nights: readonly ChannelNightKey[]) =>
  JSON.stringify(nights.map(({ externalId, date, version }) => ({ externalId, date, version })))

/** Marks nights as sent; called before the channel is. */
export async function markSent(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  nights: readonly ChannelNightKey[],
  againAt: Date,
): Promise<void> {
  // Ordered, because other nights of the link may be written at the same time.
  await sql`
    with unsent as (
      select n.external_id, n.date from channel_nights n
      join jsonb_to_recordset(${nightKeysJson(nights)}::jsonb) as r ("externalId" text, date date, version int)
        on n.external_id = r."externalId" and n.date = r.date and n.version = r.version
      where n.workspace_id = ${scope.workspaceId} and n.connection_id = ${connectionId}
        and n.state in ('pending', 'sent', 'failed')
      order by n.external_id, n.date for update of n
    )
    update channel_nights n
    set state = 'sent', attempts = n.attempts + 1, next_attempt_at = ${againAt}
    from unsent
    where n.workspace_id = ${scope.workspaceId} and n.connection_id = ${connectionId}
      and n.external_id = unsent.external_id and n.date = unsent.date`.execute(db)
}

export interface NightSettlement extends ChannelNightKey, Settlement {
  /** The night as read back; absent: it was not read. */
  shown?: CalendarDayRecord
  shownUnits?: number
}

/** Stores how the nights ended and what the channel shows. A night that changed meanwhile keeps its state. */
export async function settleNights(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  settlements: readonly NightSettlement[],
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ isOver: boolean }>`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(settlements)}::jsonb) as r ("externalId" text, date date,
        version int, state text, accepted boolean, checks int, "nextAttemptAt" timestamptz, "errorCode" text, error text,
        shown jsonb, "shownUnits" int)
    ), settled as (
      select r.*, n.version = r.version as same, coalesce(r."shownUnits", n.shown_units) as now_shown
      from r join channel_nights n on n.workspace_id = ${scope.workspaceId} and n.connection_id = ${connectionId}
        and n.external_id = r."externalId" and n.date = r.date
      order by n.external_id, n.date for update of n
    )
    update channel_nights n
    set state = case when same then s.state else n.state end,
        checks = case when same then s.checks else n.checks end,
        accepted_at = case when same then case when s.accepted then coalesce(n.accepted_at, ${at}::timestamptz) end
                           else n.accepted_at end,
        error_code = case when same then s."errorCode" else n.error_code end,
        error = case when same then s.error else n.error end,
        next_attempt_at = case when same then s."nextAttemptAt" else n.next_attempt_at end,
        differs_since = case when same and s.state = 'confirmed' then null
                             else coalesce(n.differs_since, ${at}::timestamptz) end,
        shown = coalesce(s.shown, n.shown), shown_units = s.now_shown,
        shown_at = case when s.shown is null then n.shown_at else ${at}::timestamptz end,
        exposed_since = case when n.stays > 0 and n.units_left < coalesce(s.now_shown, 2147483647)
                             then coalesce(n.exposed_since, ${at}::timestamptz) end
    from settled s
    where n.workspace_id = ${scope.workspaceId} and n.connection_id = ${connectionId}
      and n.external_id = s."externalId" and n.date = s.date
    returning ${isOver}`.execute(db)
  await tellEnds(db, rows)
}

/** Holds all nights until somebody fixes the account. */
export async function holdAll(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { code, message, againAt }: { code: string; message: string; againAt: Date },
): Promise<void> {
  await sql`
    update channel_nights
    set state = 'failed', accepted_at = null, error_code = ${code}, error = ${message}, next_attempt_at = ${againAt}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and next_attempt_at is not null`.execute(db)
}

/** Deletes past nights, of listings in one time zone if it is given; their exposure events end first. */
export async function deletePastNights(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { first: firstNight, timeZone }: { first: string; timeZone?: string | null },
): Promise<void> {
  const isThere =
    timeZone === undefined
      ? sql``
      : sql`and external_id in (
          select k.external_id from selling_links k
          join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
          where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId}
            and l.time_zone is not distinct from ${timeZone})`
  await sql`
    delete from channel_nights
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and date < ${firstNight}
      and told_at is null ${isThere}`.execute(db)
  const { rows } = await sql<{ isOver: boolean }>`
    update channel_nights n set exposed_since = null
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and date < ${firstNight}
      and exposed_since is not null ${isThere}
    returning ${isOver}`.execute(db)
  await tellEnds(db, rows)
}

/** Sends at once what a dead process was sending. */
export async function takeUpSentNights(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  now: Date,
): Promise<void> {
  await sql`
    update channel_nights set next_attempt_at = ${now}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and ${isLeftSent(now)}`.execute(
    db,
  )
}
