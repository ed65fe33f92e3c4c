/** Reconnecting through the durable link. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { resumeUrl } from '../../src/features/accounts/connections/resume-link.ts'
import type { TestAnswer } from '../harness/app.ts'
import { errorOf, startConnectWorld, type ConnectWorld } from './world.ts'

let world: ConnectWorld
let id: string
before(async () => {
  world = await startConnectWorld()
  await world.startWorker()
  id = await world.connect()
  await world.settle()
})
after(() => world.close())

const link = (connectionId = id) =>
  resumeUrl(world.services, { workspaceId: world.app.workspace.id, connectionId })

async function shutOut(): Promise<void> {
  await sql`
    update connections set status = 'error', action_reason = 'reauth_required', action_message = 'x'
    where id = ${id}`.execute(world.app.db)
}

test('the link leads to a fresh session of the connection, each time', async () => {
  const { pathname, search } = new URL(link())
  const answer = await world.app.get(pathname + search, { key: null })
  assert.equal(answer.status, 302, answer.text)
  assert.match(answer.headers['location'] ?? '', /^http:\/\/lodgewire\.test\/connect\/cs_/)
  assert.equal(answer.headers['referrer-policy'], 'no-referrer')
  assert.equal(answer.headers['cache-control'], 'no-store')
  const [one, two] = [await world.resumeSession(link()), await world.resumeSession(link())]
  assert.notEqual(one, two)
  const view = (await world.view(one)).body as unknown as Record<string, unknown>
  assert.equal(view['reconnect'], true)
  assert.equal(view['provider'], 'hostaway')
  assert.equal(view['redirectHost'], null)
  assert.equal((view['providers'] as unknown[]).length, 1)
})

test('new credentials of the same account keep the connection and bring it back', async () => {
  await shutOut()
  const sessionId = await world.resumeSession(link())
  const answer = await world.send(sessionId)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body['pmsConnectionId'], id)
  assert.equal(answer.body['created'], false)
  await world.settle()
  const [row] = await world.all<{ id: string; status: string; action: unknown }>('/v1/connect')
  assert.deepEqual([row?.id, row?.status, row?.action], [id, 'active', null])
  const view = (await world.view(sessionId)).body
  assert.equal(view['status'], 'completed')
  assert.equal(view['returnUrl'], null)
})

/** The vendor says that it is somebody else's account, as far as it says anything. */
async function withVendor(
  says: { account: string | null; listings: 'known' | 'unknown' },
  check: (answer: TestAnswer, sessionId: string) => Promise<void>,
): Promise<void> {
  const { connectors } = world.services
  const { hostaway } = connectors
  assert.ok(hostaway?.operations.listings)
  const { listings } = hostaway.operations
  const page: typeof listings.page = async (context, walk) => {
    const known = await listings.page(context, walk)
    const records = known.records.map((record) => ({ ...record, externalId: `9${record.externalId}` }))
    return says.listings === 'known' ? known : { ...known, records }
  }
  const operations = {
    ...hostaway.operations,
    probe: async () => ({ externalAccountId: says.account, accountName: null }),
    listings: { ...listings, page },
  }
  world.services.connectors = {
    ...connectors,
    hostaway: { ...hostaway, accountOf: () => 'made of the key', operations },
  }
  try {
    const sessionId = await world.resumeSession(link())
    await check(await world.send(sessionId), sessionId)
  } finally {
    world.services.connectors = connectors
  }
}

async function assertOther(answer: TestAnswer, sessionId: string): Promise<void> {
  assert.equal(answer.status, 401, answer.text)
  assert.equal(errorOf(answer)['code'], 'invalid_credentials')
  assert.equal(errorOf(answer)['reason'], 'other_account')
  assert.equal((await world.view(sessionId)).body['status'], 'pending')
  assert.equal((await world.all('/v1/connect')).length, 1)
}

test('another account by the word of the vendor is refused, and the session stays open', () =>
  withVendor({ account: '4711', listings: 'known' }, assertOther))

test('where the vendor names no account, its listings tell', async () => {
  await withVendor({ account: null, listings: 'unknown' }, assertOther)
  await withVendor({ account: null, listings: 'known' }, async (answer) => {
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body['pmsConnectionId'], id)
    assert.equal(answer.body['accountInfo']?.['externalAccountId'], world.simulator.credentials.accountId)
  })
})

test('links that lead nowhere are answered with bare words', async () => {
  const ask = async (url: string) => {
    const { pathname, search } = new URL(url)
    const answer = await world.app.get(pathname + search, { key: null })
    assert.equal(answer.status, 400, answer.text)
    return answer.body['error']
  }
  assert.equal(await ask('http://x/v1/connect/resume'), 'invalid_resume_token')
  assert.equal(await ask(`${link()}x`), 'invalid_resume_token')
  assert.equal(await ask(link().replace(`-${id}.`, '-4711.')), 'invalid_resume_token')
  assert.equal(await ask(link('4711')), 'bad_account')
  const { connectors } = world.services
  const { hostaway: _, ...rest } = connectors
  world.services.connectors = rest
  assert.equal(await ask(link()), 'unsupported_channel')
  world.services.connectors = connectors
})
