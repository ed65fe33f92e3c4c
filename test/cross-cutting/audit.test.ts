/** Every operation that can change something leaves one audit line without any secret. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startSimulator } from '../../simulators/index.ts'
import { writeAuditLine } from '../../src/platform/audit.ts'
import { isAudited, outcomeOf } from '../../src/http/audited.ts'
import type { Route } from '../../src/http/route.ts'
import { bodyWith, makeWorld, pathParams, routes, type AnyRoute } from './world.ts'

const simulator = await startSimulator('hostaway', { rateLimit: 'off', listings: 1, reservations: 0 })
const { t, ask, own } = await makeWorld({ VENDOR_BASE_URLS: `hostaway=${simulator.url}` })
after(async () => {
  await t.close()
  await simulator.close()
})
// Nobody listens there, so what a test sends fails at once.
await sql`update webhooks set url = 'http://127.0.0.1:9/hook'`.execute(t.db)

interface Line {
  workspace_id: string
  actor: string
  action: string
  targets: string[]
  outcome: string
  status: number | null
  code: string | null
}

async function linesOf(requestId: string): Promise<Line[]> {
  await t.services.audit.flush()
  const { rows } = await sql<Line>`
    select workspace_id, actor, action, targets, outcome, status, code from audit_lines
    where request_id = ${requestId}`.execute(t.db)
  return rows
}

const audited = (route: AnyRoute) => isAudited(route as unknown as Route<never>)
const secretParams = ['session', 'eventType', 'intent']

/** Digest of complete lines, which nothing may change or remove. */
async function digest(): Promise<{ lines: number; md5: string }> {
  const { rows } = await sql<{ lines: number; md5: string }>`
    select count(*)::int as lines, md5(coalesce(string_agg(l::text, ' ' order by at, id), '')) as md5
    from audit_lines l where outcome <> 'begun' and action = 'stays'`.execute(t.db)
  assert.ok(rows[0])
  return rows[0]
}

describe('a write leaves one line', () => {
  let written: { lines: number; md5: string }
  before(async () => {
    for (const scope of [t.scope, own.sandbox, { workspaceId: own.id }])
      await writeAuditLine(t.db, scope, { action: 'stays', actor: { kind: 'cli' }, targets: ['listing:1'] })
    written = await digest()
    assert.equal(written.lines, 3)
  })

  for (const route of routes.filter(audited)) {
    it(route.id, async () => {
      const isSandbox = route.sandboxOnly === true
      const records = isSandbox ? own.sandboxRecords.active : own.active
      const requestId = randomUUID()
      const answer = await ask(route, {
        records,
        call: {
          key: route.auth === 'none' ? null : isSandbox ? t.sandboxKey : t.liveKey,
          headers: { 'x-request-id': requestId },
          ...(route.body ? { body: bodyWith(route, records) } : {}),
        },
      })
      const lines = await linesOf(requestId)
      const [line, ...more] = lines
      assert.ok(line, `${route.id} left no line: ${answer.text.slice(0, 200)}`)
      assert.deepEqual(more, [])
      assert.equal(line.action, route.id)
      assert.equal(line.workspace_id, isSandbox ? own.sandbox.workspaceId : own.id)
      assert.match(line.actor, route.auth === 'none' ? /^link$/ : /^key:\d+$/)
      assert.equal(line.status, answer.status)
      assert.equal(line.outcome, outcomeOf(answer.status))
      if (answer.status >= 400 && answer.text.includes('"code"'))
        assert.equal(line.code, answer.body['error']?.['code'])
      const named = pathParams(route).filter(({ kind }) => !secretParams.includes(kind))
      assert.ok(line.targets.length >= named.length, `${route.id} names ${line.targets.join()}`)
    })
  }

  it('and no read does', async () => {
    for (const route of routes.filter((one) => one.method === 'GET' && !audited(one))) {
      const requestId = randomUUID()
      await ask(route, { records: own.active, call: { headers: { 'x-request-id': requestId } } })
      assert.deepEqual(await linesOf(requestId), [], route.id)
    }
  })

  it('and none of them all changed or deleted a line', async () => {
    assert.deepEqual(await digest(), written)
    const reaching = routes.filter(({ url }) => url.startsWith('/v1/audit'))
    assert.deepEqual(
      reaching.map(({ method }) => method),
      ['GET'],
    )
  })

  it('and no line holds a secret or what a person is called', async () => {
    const { rows } = await sql<{
      text: string
    }>`select string_agg(l::text, ' ') as text from audit_lines l`.execute(t.db)
    const text = rows[0]?.text ?? ''
    assert.ok(text.includes('createWebhook'))
    for (const secret of [t.liveKey, t.sandboxKey, ...own.active.session]) assert.ok(!text.includes(secret))
    assert.doesNotMatch(text, /whsec_|sk_live_|sk_test_|cs_\d+_/)
    assert.doesNotMatch(text, /[\w.+-]+@[\w-]+\.\w+/)
    const people = await sql<{ name: string }>`
      select distinct name from guests g, unnest(array[g.first_name, g.last_name]) as n (name)
      where length(name) > 3`.execute(t.db)
    assert.ok(people.rows.length > 3, `${people.rows.length} names`)
    for (const { name } of people.rows) assert.ok(!text.includes(name), name)
  })
})

describe('the log', () => {
  const make = async () => {
    const id = randomUUID()
    await t.call('PATCH', `/v1/guests/${own.active.guest[0] ?? ''}`, {
      body: {},
      headers: { 'x-request-id': id },
    })
    return id
  }
  const privilege = { code: '42501' }

  it('cannot be changed, emptied or deleted from', async () => {
    const id = await make()
    const [before] = await linesOf(id)
    for (const statement of [
      sql`update audit_lines set actor = 'cli' where request_id = ${id}`,
      sql`update audit_lines set outcome = 'done' where request_id = ${id}`,
      sql`delete from audit_lines where request_id = ${id}`,
      sql`truncate audit_lines`,
    ]) {
      await assert.rejects(statement.execute(t.db), privilege)
    }
    assert.deepEqual(await linesOf(id), [before])
  })

  it('has the line before the work, and completes it once', async () => {
    const requestId = randomUUID()
    const line = await t.services.audit.begin(t.scope, {
      action: 'updateGuest',
      actor: { kind: 'key', id: '1' },
      requestId,
    })
    assert.deepEqual(
      (await linesOf(requestId)).map(({ outcome }) => outcome),
      ['begun'],
    )
    line.end({ outcome: 'done', status: 200 })
    line.end({ outcome: 'failed', status: 500 })
    assert.deepEqual(
      (await linesOf(requestId)).map(({ outcome }) => outcome),
      ['done'],
    )
  })

  it('tells of credentials that are used all the time once an hour', async () => {
    const used = async () =>
      Number(
        (
          await sql<{ count: string }>`
            select count(*) as count from audit_lines where action = 'secret.credentials.sync' and targets = '{connection:77}'`.execute(
            t.db,
          )
        ).rows[0]?.count,
      )
    for (let i = 0; i < 3; i += 1) await t.services.audit.useOf(t.scope, 'connection:77', 'credentials.sync')
    assert.equal(await used(), 1)
    t.clock.advance(3_600_000)
    await t.services.audit.useOf(t.scope, 'connection:77', 'credentials.sync')
    assert.equal(await used(), 2)
  })

  it('is read newest first, by what it is about, within the workspace', async () => {
    const id = await make()
    const target = `guest:${own.active.guest[0] ?? ''}`
    const all = await t.get(`/v1/audit?target=${target}&action=updateGuest&limit=5`)
    assert.equal(all.status, 200, all.text)
    assert.ok(JSON.stringify(all.body['data']).includes(id))
    assert.equal(all.body['data'][0]?.['actor']['prefix'], 'sk_live_')
    const other = await t.addWorkspace()
    const theirs = await t.get('/v1/audit', { key: other.liveKey })
    assert.deepEqual(theirs.body['data'], [])
    const none = await t.get(`/v1/audit?target=${target}&from=2030-01-01T00:00:00Z`)
    assert.deepEqual(none.body['data'], [])
  })
})
