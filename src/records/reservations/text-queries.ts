import { sql } from 'kysely'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { ReservationRow } from './render.ts'
import { reservationJson } from './status-sql.ts'

export async function reservationTexts(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; json: string }[]> {
  if (ids.length === 0) return []
  return from(db, scope, 'reservations')
    .select(['reservations.id', reservationJson(now).as('json')])
    .where(sql<boolean>`reservations.id = any(${ids}::bigint[])`)
    .execute()
}

const contact = (type: 'email' | 'phone') => sql`(
  select c.value from guest_contacts c
  where c.workspace_id = g.workspace_id and c.guest_id = g.id and c.type = ${sql.lit(type)}
  order by c.is_primary desc, c.created_at, c.value limit 1)`

/** The columns a rendered record is made of, with what it shows of guest, unit and account. */
export async function rowsToRender(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<ReservationRow[]> {
  const { rows } = await sql<ReservationRow>`
    select r.id, r.listing_id, r.check_in, r.check_out, r.check_in_time, r.check_out_time, r.confirmation_code, r.source,
           r.booked_at, r.created_at, r.updated_at, r.total_price, r.currency, r.payment_status, r.occupancy,
           r.financials, r.guest_details,
           case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as unit,
           case when g.id is not null then jsonb_build_object(
             'id', g.id::text, 'firstName', g.first_name, 'lastName', g.last_name, 'language', g.language,
             'email', ${contact('email')}, 'phone', ${contact('phone')}) end as guest,
           case when a.id is not null then jsonb_build_object(
             'provider', a.provider, 'externalAccountId', a.external_account_id,
             'connectionId', a.connection_id::text) end as account
    from reservations r
    left join units u on u.workspace_id = r.workspace_id and u.id = r.unit_id
    left join guests g on g.workspace_id = r.workspace_id and g.id = r.guest_id
    left join accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id
    where r.workspace_id = ${scope.workspaceId} and r.id = any(${ids}::bigint[])`.execute(db)
  return rows
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
