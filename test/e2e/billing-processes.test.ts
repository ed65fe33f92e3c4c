/** Two servers are asked at once, and one is killed between a notice and its effect. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { runScript } from '../harness/child.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { secretKey, signed, StripeStandIn, webhookSecret, type Event } from '../billing/stand-in.ts'
import { stripeEnv } from '../billing/world.ts'

interface Told {
  plan?: string
  tier?: string
  url?: string
  kind?: string
  subscription?: { status: string } | null
  error?: { code: string }
}

describe('billing of real servers', () => {
  let stripe: StripeStandIn
  let asks: ServerProcess
  let works: ServerProcess
  let database: Database
  let start: (env?: Record<string, string>) => Promise<ServerProcess>
  let cli: (...args: string[]) => Promise<string>
  const undo: (() => unknown)[] = []

  before(async () => {
    const made = await createTestDatabase()
    undo.push(made.drop)
    database = createDatabase(made.url, { log: createLog({ level: 'silent' }) })
    undo.push(database.close)
    stripe = await StripeStandIn.start()
    undo.push(() => stripe.close())
    const { folder, remove } = testFolder()
    undo.push(remove)
    const env = { DATABASE_URL: made.url, LOG_LEVEL: 'trace', ...stripeEnv(stripe.url) }
    start = (more = {}) => startServerProcess(folder, { ...env, ...more })
    asks = await start({ ROLES: 'api' })
    undo.push(() => asks.stop())
    works = await start()
    undo.push(() => works.stop())
    cli = async (...args) => {
      const child = runScript('src/cli.ts', args, { env: { ...env, DATA_DIR: folder }, cwd: folder })
      assert.equal(await child.ended, 0, child.err())
      return child.out()
    }
    await cli('plans', 'set', '1', 'free')
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  const post = (server: ServerProcess, plan: string) =>
    api<Told>(server, asks.keys.liveKey, 'POST', '/v1/billing', { plan })
  const tier = async () => (await api<Told>(asks, asks.keys.liveKey, 'GET', '/v1/usage/tier')).body.tier
  const untilTier = (plan: string) =>
    until(`the plan ${plan}`, async () => ((await tier()) === plan ? true : undefined), {
      withinMs: 60_000,
    })
  const deliver = async (event: Event) => {
    const { body, headers } = signed(event)
    const { status } = await fetch(`${asks.baseUrl}/v1/billing/webhook`, { method: 'POST', body, headers })
    return status
  }

  it('two that are pressed at once lead to one page', async () => {
    const plans = Array.from({ length: 10 }, (_, n) => post(n % 2 === 0 ? asks : works, 'starter'))
    const answers = await Promise.all(plans)
    assert.deepEqual(
      [...new Set(answers.map(({ status, body }) => `${status} ${body.url}`))],
      [`200 ${stripe.sessions[0]?.url}`],
    )
    assert.deepEqual([stripe.customers.size, stripe.sessions.length], [1, 1])
  })

  it('a worker killed between a notice and its effect loses nothing: the plan is there within a minute', async () => {
    const { events } = stripe.pay(stripe.sessions[0]?.id ?? '')
    const asked = Promise.withResolvers<void>()
    stripe.onAsked = async ({ path }) => {
      if (path !== '/v1/subscriptions') return
      asked.resolve()
      await new Promise(() => {})
    }
    for (const event of events) assert.equal(await deliver(event), 200)
    await asked.promise
    assert.equal(await tier(), 'free')
    await works.kill()
    delete stripe.onAsked
    const began = Date.now()
    works = await start()
    await untilTier('starter')
    assert.ok(Date.now() - began < 60_000)
    for (const event of events) assert.equal(await deliver(event), 200, 'told again')
    const { rows } = await database.pool.query(
      'select origin from plan_changes where workspace_id = 1 order by id',
    )
    assert.deepEqual(
      rows.map(({ origin }: { origin: string }) => origin),
      ['command', 'billing'],
    )
  })

  it('an asking process that is killed before it answered a notice is sent it again', async () => {
    stripe.subscriptions[0]!.status = 'canceled'
    const event = stripe.event('customer.subscription.deleted', stripe.subscriptions[0] ?? {})
    const sent = deliver(event).catch(() => 0)
    await asks.kill()
    await sent
    asks = await start({ ROLES: 'api' })
    assert.equal(await deliver(event), 200)
    await untilTier('free')
  })

  it('what a plan gives is changed by the operator for those who bought it', async () => {
    const { body } = await post(asks, 'growth')
    const session = stripe.sessions.find(({ url }) => url === body.url)
    const [event] = stripe.pay(session?.id ?? '').events
    assert.equal(await deliver(event ?? assert.fail()), 200)
    await untilTier('custom')
    await cli('plans', 'sell', 'growth', 'starter', 'activeListings=200')
    await untilTier('starter')
    const { body: now } = await api<{ limits: { activeListings: number }; plan: string }>(
      ...([asks, asks.keys.liveKey, 'GET', '/v1/billing'] as const),
    )
    assert.deepEqual([now.plan, now.limits.activeListings], ['growth', 200])
  })

  it('prints no secret, no page and no notice', async () => {
    const printed = asks.output() + works.output()
    for (const secret of [secretKey, webhookSecret, '/c/pay/', '/p/session/'])
      assert.ok(!printed.includes(secret), secret)
    assert.match(printed, /a notice of Stripe/)
  })
})
