/** What the operator sees of the installation: every condition, its records, and a source that fails hides nothing else. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { OperatorStatus } from '../../src/contract/operator-status.ts'
import { conditions } from '../../src/features/observability/conditions/conditions.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { testFolder } from '../harness/folder.ts'

const operatorKey = 'q7Zr0Tn4Vb8Xc2Lm6Kp1Jh5Gf9Ds3Aw5'

describe('the status of the installation', () => {
  const place = testFolder()
  let app: TestApp
  before(async () => {
    app = await startTestApp({ env: { OPERATOR_API_KEY: operatorKey, DATA_DIR: place.folder } })
    await sql`
      insert into server_processes (id, host, version, roles, figures)
      values ('here:1', 'here', '0.1.0', '{api,worker}', '{}')`.execute(app.db)
  })
  after(async () => {
    await app?.close()
    place.remove()
  })

  async function read(): Promise<OperatorStatus> {
    // Figures are read once for all who ask within five seconds.
    app.clock.advance(6_000)
    const { status, body, text } = await app.call('GET', '/v1/operator/status', { key: operatorKey })
    assert.equal(status, 200, text)
    return body as unknown as OperatorStatus
  }
  const conditionIn = ({ conditions: all }: OperatorStatus, name: string) => {
    const found = all.find((one) => one.name === name)
    assert.ok(found, name)
    return found
  }

  it('is for the operator alone', async () => {
    assert.equal((await app.call('GET', '/v1/operator/status', { key: null })).status, 401)
    assert.equal((await app.call('GET', '/v1/operator/status', { key: app.liveKey })).status, 401)
    const { body } = await app.call('GET', '/openapi.json')
    assert.ok(!JSON.stringify(body).includes('operator/status'))
  })

  it('has every condition with its threshold and its runbook, and each part', async () => {
    const status = await read()
    assert.deepEqual(
      status.conditions.map(({ name }) => name),
      conditions.map(({ name }) => name),
    )
    for (const { name, runbookUrl } of status.conditions)
      assert.equal(runbookUrl, `http://lodgewire.test/docs/operate/alarms#${name.toLowerCase()}`)
    assert.deepEqual(status.failures, [])
    const parts = Object.fromEntries(status.parts.map(({ name, state }) => [name, state]))
    assert.equal(parts['database'], 'ok')
    assert.equal(parts['schema'], 'ok')
    assert.equal(parts['workers'], 'ok')
    assert.equal(parts['redis'], 'unused')
    assert.equal(conditionIn(status, 'LodgewireDatabaseSilent').state, 'ok')
    assert.deepEqual(
      status.processes?.map(({ id, state }) => [id, state]),
      [['here:1', 'running']],
    )
  })

  it('names the account that a condition is of', async () => {
    const now = app.clock.now()
    const long = new Date(now.getTime() - 3 * 3_600_000)
    await sql`
      insert into connections (workspace_id, id, provider, status, external_account_id, write_policy, connected_at, last_success_at)
      values (${app.workspace.id}, live_id(nextval('connections_id')), 'guesty', 'active', 'house', '{}', ${long}, ${long})`.execute(
      app.db,
    )
    const stale = conditionIn(await read(), 'LodgewireAccountStale')
    assert.equal(stale.state, 'met')
    assert.deepEqual(stale.readings[0]?.labels, { provider: 'guesty' })
    assert.ok(Number(stale.readings[0]?.value) > 3 * 3_600)
    const [place] = stale.places
    assert.equal(place?.workspaceId, app.workspace.id)
    assert.equal(place?.since, long.toISOString())
    await sql`delete from connections where external_account_id = 'house'`.execute(app.db)
    assert.equal(conditionIn(await read(), 'LodgewireAccountStale').state, 'ok')
  })

  it('tells which process is silent, which version runs beside another, and that nobody works', async () => {
    await sql`
      update server_processes set seen_at = clock_timestamp() - interval '3 minutes' where id = 'here:1'`.execute(
      app.db,
    )
    await sql`
      insert into server_processes (id, host, version, roles, started_at, figures)
      values ('a:1', 'a', '0.1.0', '{api}', clock_timestamp() - interval '3 hours', '{}'),
             ('b:1', 'b', '0.2.0', '{api}', clock_timestamp() - interval '2 hours', '{}')`.execute(app.db)
    const status = await read()
    const down = conditionIn(status, 'LodgewireDown')
    assert.deepEqual(
      down.readings.map(({ labels }) => labels),
      [{ instance: 'here:1' }],
    )
    const mixed = conditionIn(status, 'LodgewireVersionsMixed')
    assert.equal(mixed.state, 'met')
    assert.equal(Math.round(Number(mixed.readings[0]?.value) / 3_600), 2)
    assert.equal(status.state, 'critical')
    assert.equal(status.parts.find(({ name }) => name === 'workers')?.state, 'critical')
  })

  it('says which source failed, and judges the others', async () => {
    await sql`alter table server_processes rename to server_processes_away`.execute(app.db)
    await sql`alter table stay_conflicts rename to stay_conflicts_away`.execute(app.db)
    const status = await read()
    assert.deepEqual(status.failures.map(({ source }) => source).sort(), ['processes', 'work'])
    assert.equal(status.processes, null)
    assert.equal(conditionIn(status, 'LodgewireDown').state, 'unknown')
    assert.equal(conditionIn(status, 'LodgewireDoubleSale').state, 'unknown')
    assert.match(String(conditionIn(status, 'LodgewireDoubleSale').failure), /stay_conflicts/)
    assert.equal(conditionIn(status, 'LodgewireAccountStale').state, 'ok')
    assert.equal(conditionIn(status, 'LodgewireDeliveryBacklog').state, 'ok')
  })
})
