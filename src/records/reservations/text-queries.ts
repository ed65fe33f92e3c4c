import { sql } from 'kysely'
import { contact } from '../guests/contact-sql.ts'
import { prepared } from '../../platform/prepared-statements.ts'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'
import { columnList } from '../column-queries.ts'
import type { ReservationToShow } from './render.ts'
import { reservationColumns, type StoredReservation } from './row.ts'
import { reservationJson, shownHead } from './status-sql.ts'
import { isFilledIn } from './twin-fields.ts'

/** Returns the shown texts; a second source has none. */
export async function reservationTexts(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; json: string }[]> {
  if (ids.length === 0) return []
  return from(db, scope, 'reservations')
    .select(['reservations.id', reservationJson(now).as('json')])
    .where(sql<boolean>`reservations.id = any(${ids}::bigint[]) and reservations.merged_into is null`)
    .execute()
}

/** The shown row decides, and its second source fills in some columns that it leaves empty. */
const valueOf = (column: keyof typeof reservationColumns) =>
  sql.raw(isFilledIn(column) ? `coalesce(r.${column}, second.${column})` : `r.${column}`)
const told = (column: keyof typeof reservationColumns) => sql`${valueOf(column)} as ${sql.ref(column)}`

/** The columns of the record itself. */
const ownColumns = sql`
  r.id, r.listing_id, r.check_in, r.check_out, ${told('check_in_time')}, ${told('check_out_time')}, r.confirmation_code,
  r.source, ${told('booked_at')}, r.created_at, r.updated_at, r.total_price, r.currency, ${told('payment_status')},
  ${told('occupancy')}, r.financials, ${told('guest_details')}`

/** The columns a record is rendered from, with what it shows of guest, unit and account. */
const rendered = (scope: Scope) => sql`
  ${ownColumns},
  case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as unit,
  case when g.id is not null then jsonb_build_object(
    'id', g.id::text, 'firstName', g.first_name, 'lastName', g.last_name, 'language', g.language,
    'email', ${contact(scope, 'email')}, 'phone', ${contact(scope, 'phone')}) end as guest,
  case when a.id is not null then jsonb_build_object(
    'provider', a.provider, 'externalAccountId', a.external_account_id,
    'connectionId', a.connection_id::text) end as account,
  array(select c.id::text from (
          select s.other_id as id from stay_conflicts s where s.workspace_id = ${scope.workspaceId}::bigint and s.stay_id = r.id
          union all
          select s.stay_id from stay_conflicts s where s.workspace_id = ${scope.workspaceId}::bigint and s.other_id = r.id) c
        order by c.id) as conflicts_with,
  case when second.was_record then array[second.id::text] else '{}' end as former_ids`

const renderedFrom = sql`
  left join reservations second on second.workspace_id = r.workspace_id and second.merged_into = r.id
  left join units u on u.workspace_id = r.workspace_id and u.id = ${valueOf('unit_id')}
  left join guests g on g.workspace_id = r.workspace_id and g.id = ${valueOf('guest_id')}
  left join accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id`

export async function rowsToRender(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<ReservationToShow[]> {
  const { rows } = await sql<ReservationToShow>`
    select ${rendered(scope)} from reservations r ${renderedFrom}
    where r.workspace_id = ${scope.workspaceId} and r.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** A record that may be shown differently, with what decides about its events. */
export interface RowToPublish extends ReservationToShow {
  /** The beginning of its JSON, which depends on time. */
  head: string
  status: string
  lapses_at: Date | null
  revision: number
  listing_active: boolean
  cancelled_at: Date | null
  cancelled_by: 'guest' | 'host' | 'platform' | null
  cancel_reason: string | null
  source_status: string | null
  provider: string | null
  external_account_id: string | null
  connection_id: string | null
}

const published = (scope: Scope, now: Date) => sql`
  ${rendered(scope)}, ${shownHead(now, 'r')} as head, r.status, r.lapses_at, r.revision, l.active as listing_active, r.cancelled_at, r.cancelled_by,
  r.cancel_reason, r.source_status, a.provider, a.external_account_id, a.connection_id`

const publishedFrom = sql`
  join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
  ${renderedFrom}`

/** Reads records as they are stored by now. */
export async function storedToPublish(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  now: Date,
): Promise<RowToPublish[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<RowToPublish>`
    select ${published(scope, now)} from reservations r ${publishedFrom}
    where r.workspace_id = ${scope.workspaceId} and r.id = any(${ids}::bigint[]) ${prepared}`.execute(db)
  return rows
}

export interface ComingToPublish extends RowToPublish {
  /** The JSON shown so far; null for new records and second sources. */
  before: string | null
}

/** Reads records as they are about to be stored. */
export async function comingToPublish(
  db: Queryable,
  scope: Scope,
  coming: readonly StoredReservation[],
  { now, at }: { now: Date; at: Date },
): Promise<ComingToPublish[]> {
  if (coming.length === 0) return []
  const { rows } = await sql<ComingToPublish>`
    select ${published(scope, now)}, r.before
    from (
      select ${scope.workspaceId}::bigint as workspace_id, c.*,
             case when o.id is not null and o.merged_into is null then ${reservationJson(now, 'o')} end as before,
             coalesce(o.created_at, ${at}) as created_at, coalesce(o.updated_at, ${at}) as updated_at,
             coalesce(o.revision, 1) as revision, o.cancel_reason
      from jsonb_to_recordset(${JSON.stringify(coming)}::jsonb) as c (id bigint, ${columnList(reservationColumns)})
      left join reservations o on o.workspace_id = ${scope.workspaceId} and o.id = c.id
    ) r ${publishedFrom} ${prepared}`.execute(db)
  return rows
}

/** A record's text, with the revision and time of the change that made it. */
export interface ShownText {
  id: string
  doc: string
  revision: number
  updated_at: Date
}

export async function storeShownTexts(
  db: Queryable,
  scope: Scope,
  texts: readonly ShownText[],
): Promise<void> {
  if (texts.length === 0) return
  await sql`
    update reservations r set doc = input.doc, revision = input.revision, updated_at = input.updated_at
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as input (id bigint, doc text, revision int, updated_at timestamptz)
    where r.workspace_id = ${scope.workspaceId} and r.id = input.id ${prepared}`.execute(db)
}

export async function updateReservationDocs(
  db: Queryable,
  scope: Scope,
  docs: readonly { id: string; doc: string }[],
): Promise<void> {
  await sql`
    update reservations r set doc = input.doc
    from unnest(${docs.map((item) => item.id)}::bigint[], ${docs.map((item) => item.doc)}::text[]) as input (id, doc)
    where r.workspace_id = ${scope.workspaceId} and r.id = input.id`.execute(db)
}

export async function reservationDocs(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; doc: string }>`
    select id, doc from reservations
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.doc]))
}
