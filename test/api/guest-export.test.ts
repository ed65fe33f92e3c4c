/** Everything that is held about a guest: whatever forgetting erases, the export has before. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { GuestExport } from '../../src/contract/guest-export.ts'
import { belongings } from '../../src/platform/tenant-tables.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { knownGuest, person, traces, type KnownGuest } from './guest-traces.ts'
import { freshSpace } from './rows.ts'

type Row = Record<string, unknown>

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const exportOf = async ({ get, guest }: KnownGuest) => {
  const { status, body, text } = await get(`/v1/guests/${guest}/export`)
  assert.equal(status, 200, text)
  return body as unknown as GuestExport
}

/** Forgetting changes these, and they say nothing about the guest. */
const technical: Record<string, string> = {
  workspace_heads: 'It counts events.',
  idempotency_keys: 'Stored answers are encrypted, so the export opens them.',
}

async function rowsByTable({ live }: KnownGuest): Promise<Map<string, Row[]>> {
  const tables = Object.keys(belongings)
  const found = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ row: Row }>`
        select to_jsonb(t) as row from ${sql.table(table)} t where workspace_id = ${live.workspaceId}`.execute(
        app.db,
      )
      return [table, rows.map(({ row }) => row)] as const
    }),
  )
  return new Map(found)
}

/** Ciphertexts, which may be null, and the workspace are left out of the export. */
const shown = (row: Row) =>
  JSON.stringify(
    Object.entries(row)
      .filter(
        ([name, value]) =>
          name !== 'workspace_id' &&
          value !== null &&
          !(typeof value === 'string' && value.startsWith('\\x')),
      )
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

test('the export has every row that forgetting changes', async () => {
  const space = await knownGuest(app)
  await app.call('PUT', '/v1/kv/first-guest', { key: space.liveKey, body: { value: person.email } })
  const all = await rowsByTable(space)
  const exported = await exportOf(space)
  assert.equal((await space.send('POST', `/v1/guests/${space.guest}/forget`, {})).status, 200)
  const left = await rowsByTable(space)

  const missing: string[] = []
  let changed = 0
  for (const [table, rows] of all) {
    if (table in technical) continue
    const still = new Set((left.get(table) ?? []).map((row) => JSON.stringify(row)))
    const given = new Set([...(exported.own[table] ?? []), ...(exported.mentions[table] ?? [])].map(shown))
    for (const row of rows.filter((one) => !still.has(JSON.stringify(one)))) {
      changed += 1
      if (!given.has(shown(row))) missing.push(`${table} ${shown(row)}`)
    }
  }
  assert.deepEqual(missing, [])
  assert.ok(changed > 20, `forgetting changed only ${changed} rows`)
  await app.call('DELETE', '/v1/kv/first-guest', { key: space.liveKey })
})

test('the export says where everything stands, and has stored answers, files and what is yours to clear', async () => {
  const space = await knownGuest(app)
  await app.call('PUT', '/v1/kv/first-guest', { key: space.liveKey, body: { value: person.email } })
  const { own, mentions, summary, storedAnswers, files, complete } = await exportOf(space)
  assert.equal(complete, true)
  for (const table of [
    'guests',
    'guest_contacts',
    'reservations',
    'messages',
    'reviews',
    'events',
    'delivery_attempts',
  ])
    assert.ok(own[table], `${table} is among ${Object.keys(own).join(', ')}`)
  for (const table of ['vendor_acts', 'sync_failures', 'reconciliations', 'kv_entries'])
    assert.ok(mentions[table], `${table} is among ${Object.keys(mentions).join(', ')}`)
  assert.equal(summary.length, Object.keys(own).length + Object.keys(mentions).length)
  assert.ok(summary.includes('guest_contacts: 2 rows of the guest'), summary.join())
  assert.ok(summary.includes('kv_entries: 1 row naming the guest'), summary.join())
  assert.ok(
    storedAnswers.some(({ key, answer }) => key === 'first-guest' && String(answer).includes(person.email)),
  )
  assert.deepEqual(files, [{ path: `/files/${space.key}`, filename: 'quillfeather.txt' }])
  await app.call('DELETE', '/v1/kv/first-guest', { key: space.liveKey })
})

test('the export has nothing of another guest and of another workspace, and is written down', async () => {
  const space = await knownGuest(app)
  const other = await space.send('POST', '/v1/guests', {
    firstName: 'Ottilie',
    lastName: 'Bystander',
    email: 'o@b.example',
  })
  const elsewhere = await freshSpace(app)
  assert.ok(!JSON.stringify(await exportOf(space)).includes('Bystander'))
  const { text } = await space.get(`/v1/guests/${String(other.body['id'])}/export`)
  assert.ok(text.includes('Bystander') && !traces.some((word) => text.toLowerCase().includes(word)), text)
  assert.equal((await elsewhere.get(`/v1/guests/${space.guest}/export`)).status, 404)
  const { rows } = await sql<{ targets: string[] }>`
    select targets from audit_lines where workspace_id = ${space.live.workspaceId} and action = 'exportGuest'`.execute(
    app.db,
  )
  assert.ok(rows.some(({ targets }) => targets.includes(`guest:${space.guest}`)))
})

test('a guest who was forgotten leaves nothing to export that names them', async () => {
  const space = await knownGuest(app)
  await space.send('POST', `/v1/guests/${space.guest}/forget`, {})
  const text = JSON.stringify(await exportOf(space)).toLowerCase()
  assert.ok(!traces.some((word) => text.includes(word)))
})
