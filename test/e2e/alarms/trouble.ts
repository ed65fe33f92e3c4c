/** Troubles that are rows of the database, and how they are mended. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { RunningSimulator } from '../../../simulators/index.ts'
import type { Database } from '../../../src/platform/db.ts'

/** Calls the server that is in trouble. */
export type ServerCall = (
  method: string,
  url: string,
  body?: unknown,
) => Promise<{ status: number; body: { id: string } }>

/** Alerts that these troubles fire. */
export const alertsOfRows: readonly string[] = [
  'LodgewireAccountRefused',
  'LodgewireAccountStale',
  'LodgewireDeliveryBacklog',
  'LodgewireDoubleSale',
  'LodgewireExposedNight',
  'LodgewireImportFailing',
  'LodgewireProviderQuota',
  'LodgewireRecoveryOpen',
  'LodgewireSyncLate',
  'LodgewireMigrationsPending',
  'LodgewireVersionsMixed',
  'LodgewireWriteOpen',
  'LodgewireWebhookFailing',
]

/** Makes what a night, an account and a webhook look like when they are in trouble. */
export async function makeTrouble(
  call: ServerCall,
  database: Database,
  simulator: RunningSimulator,
): Promise<void> {
  const connected = await call('POST', '/v1/connect/hostaway/credentials', {
    credentials: simulator.credentials,
  })
  assert.equal(connected.status, 200, JSON.stringify(connected.body))
  const hook = await call('POST', '/v1/webhooks', { url: simulator.url, events: ['*'] })
  assert.equal(hook.status, 201, JSON.stringify(hook.body))
  const listing = await call('POST', '/v1/listings', { name: 'Harbour loft' })
  const stays = await Promise.all(
    ['2031-05-01', '2031-05-03'].map((checkIn, index) =>
      call('POST', '/v1/reservations', {
        listingId: listing.body.id,
        checkIn,
        checkOut: `2031-05-0${2 + 2 * index}`,
        guest: { firstName: 'Ada', lastName: 'Byron' },
      }),
    ),
  )
  for (const { status, body } of stays) assert.equal(status, 201, JSON.stringify(body))
  const [first = '', second = ''] = stays.map(({ body }) => body.id).sort((a, b) => Number(a) - Number(b))
  await database.transaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`create table lodgewire_migrations_away (like lodgewire_migrations)`.execute(tx)
    await sql`
      insert into stay_conflicts (workspace_id, stay_id, other_id, listing_id, since)
      select workspace_id, ${first}, ${second}, listing_id, now() from reservations where id = ${first}`.execute(
      tx,
    )
    await sql`
      insert into channel_nights (workspace_id, connection_id, external_id, date, available, units, min_nights, closed_to_arrival,
        closed_to_departure, stays, state, exposed_since, told_at, units_left)
      select workspace_id, id, '1', '2031-05-01', false, 1, 1, false, false, 1, 'confirmed', now() - interval '10 minutes', now(), 0
      from connections where not is_sandbox_id(workspace_id)`.execute(tx)
    // Two more accounts: one that refuses, one whose turns fail.
    await sql`
      insert into connections (workspace_id, id, provider, status, external_account_id, write_policy)
      select workspace_id, id + 1000 * k.n, 'guesty', k.status, 'other ' || k.n, write_policy
      from connections, (values (1, 'error'), (2, 'active')) k (n, status)
      where not is_sandbox_id(workspace_id)`.execute(tx)
    await sql`
      insert into sync_schedule (workspace_id, connection_id, failures)
      select workspace_id, id, 5 from connections where external_account_id = 'other 2'`.execute(tx)
    await sql`update webhooks set consecutive_exhausted = 1`.execute(tx)
    // No worker runs, and time has passed.
    await sql`update deliveries set next_attempt_at = next_attempt_at - interval '10 minutes'`.execute(tx)
    await sql`update sync_schedule set wake_at = wake_at - interval '10 minutes'`.execute(tx)
    await sql`
      insert into upstream_budgets (key, blocked_until) values ('test', now() + interval '5 hours')`.execute(
      tx,
    )
    await sql`
      insert into vendor_acts (workspace_id, key, kind, connection_id, request_hash, state, asked_at, settles_at, next_look_at,
        created_at, updated_at)
      select workspace_id, 'test', 'send_message', id, 'x', 'unknown', now() - interval '3 hours', now(), now() + interval '1 hour',
             now(), now()
      from connections where external_account_id = 'other 2'`.execute(tx)
    await sql`
      insert into recoveries (epoch, taken_at, restored_at, declared_at, revisions_ahead, numbers_ahead, pushes_dropped)
      values (2, now() - interval '4 hours', now() - interval '2 hours', now() - interval '2 hours', 1000, 1000000, 0)`.execute(
      tx,
    )
    await sql`
      insert into recovery_accounts (workspace_id, connection_id, epoch, state, since, next_look_at, error)
      select workspace_id, id, 2, 'stuck', now(), now() + interval '1 hour', 'stays could not be read'
      from connections where external_account_id = 'other 2'`.execute(tx)
    await sql`update server_processes set started_at = now() - interval '3 hours'`.execute(tx)
    await sql`
      insert into server_processes (id, host, version, roles, started_at, seen_at, figures)
      values ('elsewhere:1', 'elsewhere', '0.0.9', '{worker}', now() - interval '3 hours', now() + interval '1 hour', '{}')`.execute(
      tx,
    )
    await sql`
      with newest as (delete from lodgewire_migrations where number = (select max(number) from lodgewire_migrations) returning *)
      insert into lodgewire_migrations_away select * from newest`.execute(tx)
  })
}

export async function mendTrouble(database: Database): Promise<void> {
  await sql`delete from stay_conflicts`.execute(database.kysely)
  await sql`delete from channel_nights`.execute(database.kysely)
  await sql`update connections set status = 'disconnected'`.execute(database.kysely)
  await sql`update webhooks set consecutive_exhausted = 0`.execute(database.kysely)
  await sql`delete from deliveries`.execute(database.kysely)
  await sql`update sync_schedule set wake_at = null`.execute(database.kysely)
  await sql`delete from upstream_budgets where key = 'test'`.execute(database.kysely)
  await sql`delete from vendor_acts`.execute(database.kysely)
  await sql`update recovery_accounts set state = 'open', next_look_at = null`.execute(database.kysely)
  await sql`delete from server_processes where id = 'elsewhere:1'`.execute(database.kysely)
  await sql`insert into lodgewire_migrations select * from lodgewire_migrations_away`.execute(database.kysely)
}
