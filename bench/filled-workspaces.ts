/** Fills a hundred workspaces with a thousand reservations each. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashApiKey } from '../src/platform/crypto.ts'
import type { Queryable } from '../src/platform/tenant.ts'
import { renderReservations } from '../src/records/reservations/shown.ts'

const workspaceCount = 100
const perWorkspace = 1000

export interface FilledWorkspace {
  id: string
  key: string
}

export async function fillWorkspaces(db: Queryable): Promise<FilledWorkspace[]> {
  const filled: FilledWorkspace[] = []
  for (let index = 0; index < workspaceCount; index++) {
    const key = `sk_live_${randomBytes(20).toString('hex')}`
    const { rows } = await sql<{ id: string }>`
      insert into workspaces (id, name, plan, contact_confirmed)
      values (live_id(nextval('workspaces_id')), 'Bench', 'custom', true) returning id`.execute(db)
    const id = rows[0]?.id ?? ''
    await sql`insert into api_keys (workspace_id, mode, prefix, hash) values (${id}, 'live', 'sk_live_', ${hashApiKey(key)})`.execute(
      db,
    )
    await sql`
      insert into connections (workspace_id, id, provider, external_account_id, write_policy)
      values (${id}, nextval('connections_id'), 'hostaway', 'bench', '{}')`.execute(db)
    await sql`
      insert into accounts (workspace_id, id, connection_id, provider, external_account_id)
      select workspace_id, nextval('accounts_id'), id, provider, external_account_id from connections where workspace_id = ${id}`.execute(
      db,
    )
    await sql`
      insert into listings (workspace_id, id, account_id, name, currency)
      select ${id}, nextval('listings_id'), (select id from accounts where workspace_id = ${id}), 'Listing ' || n, 'EUR'
      from generate_series(1, 20) n`.execute(db)
    await sql`
      with guest as (
        insert into guests (workspace_id, id, first_name, last_name)
        select ${id}, nextval('guests_id'), 'Guest', 'Number ' || n from generate_series(1, 500) n returning id
      ) insert into guest_contacts (workspace_id, guest_id, type, value, is_primary)
        select ${id}, id, 'email', 'guest' || id || '@example.com', true from guest`.execute(db)
    const made = await sql<{ id: string }>`
      insert into reservations (workspace_id, id, listing_id, account_id, guest_id, check_in, check_out, status, completes_at,
             source, confirmation_code, total_price, currency, occupancy, booked_at)
      select ${id}, nextval('reservations_id'),
             (select min(id) from listings where workspace_id = ${id}) + n % 20,
             (select id from accounts where workspace_id = ${id}),
             (select min(id) from guests where workspace_id = ${id}) + n % 500,
             date '2026-01-01' + n, date '2026-01-01' + n + 3, 'confirmed', timestamptz '2026-01-05' + n * interval '1 day',
             'airbnb', 'HM' || n, 300 + n, 'EUR', '{"adults":2,"children":0,"infants":0,"pets":0,"total":2}', now()
      from generate_series(1, ${perWorkspace}::int) n returning id`.execute(db)
    await renderReservations(
      db,
      { workspaceId: id },
      made.rows.map((row) => row.id),
      new Date(),
    )
    await sql`insert into workspace_heads (workspace_id, written_at) values (${id}, now())
      on conflict do nothing`.execute(db)
    filled.push({ id, key })
  }
  await sql`vacuum analyze`.execute(db)
  return filled
}
