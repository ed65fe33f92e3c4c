/** On a distributed database no trigger tells of keys or begins the retention of a workspace: the program does both. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import {
  endSession,
  endSessionsOf,
  insertSession,
  widenSessionsOf,
} from '../../src/features/tenancy/members/session-queries.ts'
import {
  insertAgentSession,
  revokeAgentSession,
  revokeAgentToken,
  updateAgentToken,
} from '../../src/features/tenancy/members/agent-session-queries.ts'
import { changeTerms } from '../../src/features/tenancy/plans/change-terms.ts'
import { insertChildWorkspace } from '../../src/features/tenancy/workspaces/child-queries.ts'
import { updateMigrationEnd } from '../../src/features/tenancy/workspaces/migration-end-queries.ts'
import { insertWorkspace, revokeApiKey } from '../../src/features/tenancy/workspaces/queries.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { createTestDatabase, isOnCitus } from '../harness/database.ts'

let app: TestApp
let listener: pg.Client
let heard: string[] = []
const now = new Date('2026-06-15T12:00:00.000Z')

before(async () => {
  const database = await createTestDatabase()
  app = await startTestApp({ database })
  if (!isOnCitus()) {
    await sql`drop trigger api_keys_change on api_keys`.execute(app.db)
    await sql`drop trigger limit_overrides_change on limit_overrides`.execute(app.db)
    await sql`drop trigger workspaces_change on workspaces`.execute(app.db)
    await sql`drop trigger workspaces_retention on workspaces`.execute(app.db)
  }
  listener = new pg.Client({ connectionString: database.url })
  await listener.connect()
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query('listen lodgewire_keys')
})
after(async () => {
  await listener.end()
  await app.close()
})
beforeEach(() => {
  heard = []
})

/** Notices of committed transactions come before the answer to a later statement. */
async function heardNow(): Promise<string[]> {
  await listener.query('select 1')
  return heard.splice(0)
}

async function newKey(): Promise<string> {
  const { status, body } = await app.post('/v1/keys', {
    name: 'One',
    scopes: ['listings:read', 'listings:write'],
  })
  assert.equal(status, 201)
  return String(body['id'])
}

async function memberId(): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into members (workspace_id, id, email, role, created_at, created_by)
    values (${app.scope.workspaceId}, ${id}, ${`${id}@example.com`}, 'manager', ${now}, 'cli')`.execute(
    app.db,
  )
  return id
}

const newSession = (member: string) =>
  insertSession(app.db, app.scope, {
    memberId: member,
    mode: 'live',
    prefix: 'sk_live_',
    hash: randomBytes(32),
    scopes: null,
    expiresAt: new Date('2027-01-01'),
    now,
  })

describe('a change of a key, told without triggers', () => {
  it('is told when rights change, when the secret is replaced and when the key is revoked', async () => {
    const id = await newKey()
    await heardNow()
    assert.equal(
      (await app.call('PATCH', `/v1/keys/${id}`, { body: { scopes: ['listings:read'] } })).status,
      200,
    )
    assert.deepEqual(await heardNow(), [id])
    assert.equal((await app.post(`/v1/keys/${id}/rotate`, {})).status, 200)
    assert.deepEqual(await heardNow(), [id])
    assert.equal((await app.delete(`/v1/keys/${id}`)).status, 200)
    assert.deepEqual(await heardNow(), [id])
  })

  it('is told when the command line revokes the key', async () => {
    const id = await newKey()
    await revokeApiKey(app.db, { id, hash: null }, app.clock.now())
    assert.deepEqual(await heardNow(), [id])
  })

  it('is told of every session of a member', async () => {
    const member = await memberId()
    const sessions = [await newSession(member), await newSession(member)]
    await widenSessionsOf(app.db, app.scope, member, { scopes: ['listings:read'], now })
    assert.deepEqual((await heardNow()).toSorted(), sessions.toSorted())
    const [first = ''] = sessions
    assert.equal(await endSession(app.db, app.scope, { id: first, memberId: member }, now), true)
    assert.deepEqual(await heardNow(), [first])
    await endSessionsOf(app.db, app.scope, member, now)
    assert.deepEqual(await heardNow(), sessions.slice(1))
  })

  it('is told of the session of an agent', async () => {
    const id = await insertAgentSession(app.db, app.scope, {
      memberId: await memberId(),
      mode: 'live',
      prefix: 'sk_live_',
      hash: randomBytes(32),
      name: 'Agent',
      client: 'https://agent.example.com',
      scopes: ['listings:read'],
      limits: null,
      until: now,
      now,
    })
    const token = { hash: randomBytes(32), prefix: 'sk_live_', until: now, sessionEndsAt: now }
    await updateAgentToken(app.db, app.scope, id, token)
    assert.deepEqual(await heardNow(), [id])
    await revokeAgentToken(app.db, { hash: token.hash, client: 'https://agent.example.com', now })
    assert.deepEqual(await heardNow(), [id])
    await revokeAgentSession(app.db, app.scope, id, now)
    assert.deepEqual(await heardNow(), [id])
  })

  it('is told of all keys when the limits of a workspace change and when it ends', async () => {
    const { id } = await app.addWorkspace({ plan: 'free' })
    const change = { origin: 'command', action: 'cli.plans.test', now } as const
    const terms = await changeTerms(app.services.db, id, change, ({ plan }) => ({
      plan,
      overrides: { dailyRequests: 7 },
    }))
    assert.deepEqual(terms?.overrides, { dailyRequests: 7 })
    assert.deepEqual(await heardNow(), [''])
    const child = await app.addWorkspace({ parentId: app.scope.workspaceId })
    await heardNow()
    await updateMigrationEnd(app.db, app.scope, child.id, { at: now, deactivated: true })
    assert.deepEqual(await heardNow(), [''])
  })
})

describe('a new workspace, without triggers', () => {
  it('has its row of retention, and so have its sandbox and the workspaces it makes', async () => {
    const workspace = { name: 'Homes', plan: 'custom', contactConfirmed: true } as const
    const { id, sandboxId } = await insertWorkspace(app.db, workspace)
    const children = [
      await insertChildWorkspace(app.db, { workspaceId: id }, { name: 'A', externalRef: null }),
      await insertChildWorkspace(app.db, { workspaceId: sandboxId }, { name: 'B', externalRef: null }),
    ]
    const all = [id, sandboxId, ...children.map(({ workspaceId }) => workspaceId)]
    const { rows } = await sql<{ id: string }>`
      select workspace_id as id from retention where workspace_id = any(${all}::bigint[])`.execute(app.db)
    assert.deepEqual(rows.map((row) => row.id).toSorted(), all.toSorted())
  })

  it('is made in two places, both of which were tried', async () => {
    const places: string[] = []
    for await (const file of glob('src/**/*.ts')) {
      if (/insert into workspaces\b/.test(await readFile(file, 'utf8'))) places.push(file)
    }
    const folder = 'src/features/tenancy/workspaces'
    assert.deepEqual(places.toSorted(), [`${folder}/child-queries.ts`, `${folder}/queries.ts`])
  })
})
