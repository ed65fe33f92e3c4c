/** A guest waits: how much a question asks of the database, and how soon a booking is read. */
import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import pg from 'pg'
import { appWebhookUrl } from '../../src/features/sync/inbound/app-address.ts'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../harness/app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { AIRBNB_CLIENT_ID: 'client', AIRBNB_CLIENT_SECRET: 'client-secret' } })
})
after(() => app.close())

const link = (workspaceId: string, listingExternalId: string) => sql`
  with connection as (
    insert into connections (workspace_id, id, provider, external_account_id, write_policy)
    values (${workspaceId}, nextval('connections_id'), 'airbnb', 'host', '{}') returning workspace_id, id
  ), home as (
    insert into listings (workspace_id, id, name, currency)
    values (${workspaceId}, nextval('listings_id'), 'Home', 'EUR') returning workspace_id, id
  )
  insert into listing_links (workspace_id, connection_id, external_id, listing_id)
  select c.workspace_id, c.id, ${listingExternalId}, h.id from connection c, home h`

test('two statements, however many workspaces know the listing', async () => {
  for (let count = 0; count < 3; count++) await link((await app.addWorkspace()).id, '4711').execute(app.db)
  const path = new URL(appWebhookUrl(app.services.vault, app.services.publicUrl, 'airbnb')).pathname
  const query = 'action=check_availability&listing_id=4711&start_date=2026-07-01&nights=30'
  const asked = mock.method(pg.Client.prototype, 'query')
  try {
    const { status, body } = await app.get(`${path}?${query}`, { key: null })
    assert.deepEqual([status, body], [200, { available: true }])
    assert.equal(asked.mock.callCount(), 2)
  } finally {
    asked.mock.restore()
  }
})

test('a booking is read at once: until then its nights are open elsewhere', async () => {
  const { id } = await app.addWorkspace()
  await link(id, '4712').execute(app.db)
  const path = new URL(appWebhookUrl(app.services.vault, app.services.publicUrl, 'airbnb')).pathname
  const reservation = { confirmation_code: 'HMNOW', host_id: '9', listing_id_str: '4712' }
  const news = { action: 'reservation_acceptance_confirmation', reservation }
  const answer = await app.post(path, news, { key: null })
  assert.equal(answer.status, 200, answer.text)
  const due = await sql<{ external_id: string; wake_at: Date }>`
    select f.external_id, s.wake_at from sync_fetches f
    join sync_schedule s on s.workspace_id = f.workspace_id and s.connection_id = f.connection_id
    where f.workspace_id = ${id} and f.entity = 'reservations' and greatest(f.due_at, s.wake_at) <= ${app.clock.now()}`.execute(
    app.db,
  )
  assert.deepEqual(
    due.rows.map((row) => row.external_id),
    ['HMNOW'],
  )
})

test('news with text that no database keeps are taken in', async () => {
  const { id } = await app.addWorkspace()
  await link(id, '4713').execute(app.db)
  const path = new URL(appWebhookUrl(app.services.vault, app.services.publicUrl, 'airbnb')).pathname
  for (const [code, host] of [
    ['HMNUL\u0000', '9'],
    ['HMHALF', 'host \ud83d'],
  ]) {
    const reservation = {
      confirmation_code: code,
      host_id: host,
      listing_id_str: '4713',
      guest: 'Ada \ud83d',
    }
    const news = { action: 'reservation_acceptance_confirmation', reservation }
    const answer = await app.post(path, news, { key: null })
    assert.equal(answer.status, 200, answer.text)
  }
  const { rows } = await sql<{ external_id: string }>`
    select external_id from sync_fetches where workspace_id = ${id} and entity = 'reservations' order by 1`.execute(
    app.db,
  )
  assert.deepEqual(
    rows.map(({ external_id }) => external_id),
    ['HMHALF', 'HMNUL'],
  )
})
