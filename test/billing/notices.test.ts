/** What becomes of notices of Stripe: proven, late, early, lost, repeated; and what a subscription gives. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { subscriptionRules } from '../../src/contract/billing.ts'
import { changeTerms } from '../../src/features/tenancy/plans/change-terms.ts'
import { planChanges } from '../../src/features/tenancy/plans/queries.ts'
import type { TestWorkspace } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'
import { signed } from './stand-in.ts'
import { makeBillingWorld, type BillingWorld } from './world.ts'

let world: BillingWorld
before(async () => void (world = await makeBillingWorld()))
after(() => world?.close())
beforeEach(() => {
  world.stripe.faults.length = 0
  world.stripe.asked.length = 0
  delete world.stripe.onAsked
  delete world.stripe.onAnswered
})

const looks = () => world.stripe.count('GET', '/v1/subscriptions')
const subscribed = async (of: TestWorkspace, plan = 'starter') => {
  const bought = await world.bought(of, plan)
  for (const event of bought.events) await world.deliver(event)
  await world.work()
  return bought
}

describe('a notice', () => {
  it('of a payment gives the plan and its limits, written down, and not by what it says', async () => {
    const { app } = world
    const of = await world.free()
    const { events } = await world.bought(of)
    assert.equal(await world.tier(of), 'free')
    // A notice only says that something changed: what the subscription is by now is asked of Stripe.
    const lie = structuredClone(events[0]!)
    ;(lie.data.object as { status: string }).status = 'canceled'
    assert.equal((await world.deliver(lie)).status, 200)
    await world.work()
    assert.equal(await world.tier(of), 'starter')
    const [change] = await planChanges(app.db, of.id, 5)
    assert.deepEqual(
      [change?.origin, change?.before.plan, change?.after.plan],
      ['billing', 'free', 'starter'],
    )
    const audit = await app.get('/v1/audit?action=billing.plan', { key: of.liveKey })
    const [line] = audit.body['data']! as unknown as { actor: { id: string }; targets: string[] }[]
    assert.deepEqual([line?.actor.id, line?.targets], ['system', [`workspace:${of.id}`]])
    const { body } = await world.get(of)
    assert.deepEqual(
      [
        body['plan'],
        body['tier'],
        body['limits']!['activeListings'],
        body['subscription']!['status'],
      ] as unknown,
      ['starter', 'starter', 50, 'active'],
    )
    const sandbox = await app.get('/v1/billing', { key: of.sandboxKey })
    assert.deepEqual([sandbox.body['tier'], sandbox.body['subscription']] as unknown, ['starter', null])
  })

  it('that is forged, altered, too old, of the future or not signed is refused and does nothing', async () => {
    const { app } = world
    const of = await world.free()
    const { events } = await world.bought(of)
    const event = events[0]!
    const now = app.clock.now().getTime()
    const { body, headers } = signed(event, { at: now })
    const send = (rawBody: string, sent: Record<string, string>) =>
      app.call('POST', '/v1/billing/webhook', { key: null, rawBody, headers: sent })
    const refused = [
      await world.deliver(event, { secret: 'whsec_another0123456789' }),
      await world.deliver(event, { at: now - 301_000 }),
      await world.deliver(event, { at: now + 301_000 }),
      await send(body.replace('"active"', '"canceled"'), headers),
      await send(JSON.stringify(event), headers),
      await send(body, { 'content-type': 'application/json' }),
      await send(body, { ...headers, 'stripe-signature': 'v1=0' }),
      await send(body, {
        ...headers,
        'stripe-signature': headers['stripe-signature']!.replace('v1=', 'v0='),
      }),
    ]
    assert.deepEqual(
      refused.map(({ status, body: answer }) => [status, answer['error']?.['code']] as unknown),
      refused.map(() => [401, 'unauthorized']),
    )
    assert.doesNotMatch(refused.map(({ text }) => text).join(), /whsec|cus_/)
    const { rows } = await sql`select from billing_events where workspace_id = ${of.id}`.execute(app.db)
    assert.equal(rows.length, 0)
    for (const at of [now - 299_000, now + 299_000])
      assert.equal((await world.deliver(event, { at })).status, 200)
  })

  it('is not there without a secret, and one that is no event is refused', async () => {
    const of = await world.free()
    const { events } = await world.bought(of)
    for (const event of [{}, [], { id: 'evt_1' }, { id: 1, type: 'a' }])
      assert.equal((await world.deliver(event as never)).status, 400, JSON.stringify(event))
    world.set({ STRIPE_WEBHOOK_SECRET: '' })
    assert.equal((await world.deliver(events[0]!)).status, 404)
    world.set()
  })

  it('that comes again is no news, and one about nobody here neither', async () => {
    const of = await world.free()
    const { events } = await subscribed(of)
    world.stripe.asked.length = 0
    for (const event of [...events, ...events]) assert.equal((await world.deliver(event)).status, 200)
    // The second one holds what no database keeps.
    for (const customer of ['cus_stranger', 'cus_\u0000\ud83d']) {
      const stranger = world.stripe.event('customer.subscription.created', { id: 'sub_1', customer })
      assert.equal((await world.deliver(stranger)).status, 200)
    }
    await world.work()
    assert.equal(looks(), 0)
  })

  it('in any order comes to how the subscription stands', async () => {
    const of = await world.free()
    const { subscription, events } = await world.bought(of)
    subscription.items.data[0]!.price.id = 'price_growth'
    const grown = world.stripe.event('customer.subscription.updated', subscription)
    subscription.status = 'canceled'
    const over = world.stripe.event('customer.subscription.deleted', subscription)
    await world.deliver(over)
    await world.work()
    assert.equal(await world.tier(of), 'free')
    for (const event of [grown, ...events]) await world.deliver(event)
    await world.work()
    assert.equal(await world.tier(of), 'free')
  })

  it('that comes while Stripe is being asked has it asked again', async () => {
    const of = await world.free()
    const { subscription, events } = await world.bought(of)
    await world.deliver(events[0]!)
    world.stripe.onAsked = async ({ path }) => {
      if (path !== '/v1/subscriptions') return
      delete world.stripe.onAsked
      // Answered after this: but as with a real one, what was read may be older than the notice.
      await world.deliver(events[1]!)
    }
    await world.work()
    assert.equal(await world.tier(of), 'starter')
    subscription.status = 'canceled'
    await world.work()
    assert.equal(await world.tier(of), 'free')
  })
})

describe('a look', () => {
  it('of a process that was paused stores nothing that is old', async () => {
    const of = await world.free()
    const { subscription, events } = await world.bought(of)
    await world.deliver(events[0]!)
    // What was answered arrives after another has looked.
    world.stripe.onAnswered = async ({ path }) => {
      if (path !== '/v1/subscriptions') return
      delete world.stripe.onAnswered
      world.app.clock.advance(31_000)
      subscription.status = 'canceled'
      await world.work()
    }
    await world.work()
    assert.equal(await world.tier(of), 'free')
    assert.equal((await planChanges(world.app.db, of.id, 5)).length, 0)
    assert.equal((await world.get(of)).body['subscription']!['status'] as unknown, 'canceled')
  })

  it('at another account of Stripe takes nothing away', async () => {
    const of = await world.free()
    const { subscription } = await subscribed(of)
    const kept = world.stripe.subscriptions.splice(0)
    await world.deliver(world.stripe.event('customer.subscription.updated', subscription))
    await world.work()
    assert.equal(await world.tier(of), 'starter')
    world.stripe.subscriptions.push(...kept)
  })
})

describe('a notice that is lost', () => {
  it('is made up for within a minute of the payment', async () => {
    const of = await world.free()
    await world.bought(of)
    world.app.clock.advance(31_000)
    await world.work()
    assert.equal(await world.tier(of), 'starter')
  })

  it('is made up for by the next look, whenever it was lost', async () => {
    const of = await world.free()
    const { subscription } = await subscribed(of)
    world.app.clock.advance(26 * 3_600_000)
    await world.work()
    subscription.status = 'canceled'
    world.app.clock.advance(6 * 3_600_000)
    await world.work()
    assert.equal(await world.tier(of), 'free')
  })

  it('is made up for by asking for the plan, which asks Stripe four times a minute at most', async () => {
    const of = await world.free()
    const { subscription } = await subscribed(of)
    world.app.clock.advance(20_000)
    subscription.status = 'canceled'
    world.stripe.asked.length = 0
    const { body } = await world.get(of)
    assert.deepEqual([body['plan'], body['tier'], body['subscription']!['status'], looks()] as unknown, [
      'free',
      'free',
      'canceled',
      1,
    ])
    for (let n = 0; n < 5; n += 1) await world.get(of)
    assert.equal(looks(), 1)
  })

  it('does not keep whoever asks for the plan waiting while Stripe hangs', async () => {
    const of = await world.free()
    await subscribed(of)
    world.app.clock.advance(20_000)
    world.stripe.faults.push({ path: '/v1/subscriptions', fault: 'hang' })
    const began = Date.now()
    const { status, body } = await world.get(of)
    assert.deepEqual([status, body['tier']] as unknown, [200, 'starter'])
    assert.ok(Date.now() - began < 5_000)
    world.stripe.asked.length = 0
    await world.get(of)
    assert.equal(looks(), 0, 'nobody else waits until it was tried again')
    world.app.clock.advance(5_000)
    await world.work()
    await world.get(of)
    assert.equal(looks(), 1)
  })

  it('is asked for again with growing pauses while Stripe fails', async () => {
    const of = await world.free()
    const { events } = await world.bought(of)
    await world.deliver(events[0]!)
    const failing = [500, 'drop', 'html', 'lose', 503] as const
    world.stripe.faults.push(
      ...Array.from({ length: 30 }, (_, n) => ({ path: '/v1/', fault: failing[n % 5]! })),
    )
    for (const pause of [0, 5_000, 30_000]) {
      world.app.clock.advance(pause)
      await world.work()
    }
    world.stripe.faults.length = 0
    assert.equal(await world.tier(of), 'free')
    world.app.clock.advance(120_000)
    await world.work()
    assert.equal(await world.tier(of), 'starter')
  })
})

describe('a subscription', () => {
  for (const [status, { gives }] of Object.entries(subscriptionRules)) {
    it(`that is ${status} gives ${gives}`, async () => {
      const of = await world.free()
      const { subscription } = await subscribed(of)
      subscription.status = status
      await world.deliver(world.stripe.event('customer.subscription.updated', subscription))
      await world.work()
      assert.equal(await world.tier(of), gives === 'plan' ? 'starter' : 'free')
    })
  }

  it('whose price belongs to no plan, or whose status is not known, changes nothing', async () => {
    const of = await world.free()
    const { subscription } = await subscribed(of)
    subscription.items.data[0]!.price.id = 'price_unknown'
    await world.deliver(world.stripe.event('customer.subscription.updated', subscription))
    await world.work()
    assert.equal(await world.tier(of), 'starter')
    const { body } = await world.get(of)
    assert.deepEqual([body['plan'], body['subscription']!['plan']] as unknown, ['starter', null])
  })

  it('of an older price of the plan still gives it, and a smaller one beside it takes nothing', async () => {
    const of = await world.free()
    const { subscription } = await subscribed(of)
    subscription.items.data[0]!.price.id = 'price_starter_old'
    world.stripe.subscribe(subscription.customer, 'price_growth', 'canceled')
    const larger = world.stripe.subscribe(subscription.customer, 'price_growth')
    await world.deliver(world.stripe.event('customer.subscription.created', larger))
    await world.work()
    assert.equal(await world.tier(of), 'custom')
    larger.status = 'canceled'
    await world.deliver(world.stripe.event('customer.subscription.deleted', larger))
    await world.work()
    assert.equal(await world.tier(of), 'starter')
  })

  it('leaves what the operator set for the workspace, and what it never gave', async () => {
    const { app } = world
    const of = await world.free()
    const operator = (plan: 'starter' | 'custom', overrides: object) =>
      changeTerms(
        app.db,
        of.id,
        { origin: 'command', action: 'cli.plans.set', now: app.clock.now() },
        () => ({
          plan,
          overrides,
        }),
      )
    await operator('custom', { dailyRequests: 7 })
    await world.post(of)
    app.clock.advance(31_000)
    await world.work()
    assert.equal(await world.tier(of), 'custom', 'nothing was bought, so nothing is taken')
    const { subscription, events } = world.stripe.pay(world.stripe.sessions[0]!.id)
    await world.deliver(events[0]!)
    await world.work()
    const { body } = await world.get(of)
    assert.deepEqual([body['tier'], body['limits']!['dailyRequests']] as unknown, ['starter', 7])
    subscription.status = 'canceled'
    await world.deliver(world.stripe.event('customer.subscription.deleted', subscription))
    await world.work()
    app.clock.advance(6_000)
    assert.deepEqual((await world.get(of)).body['limits']!['dailyRequests'] as unknown, 7)
  })

  it('takes effect on what was held back, and ends the 402, whose `upgrade_url` leads to the page', async () => {
    const { app } = world
    const of = await world.free()
    const make = makerOf(app.db, of.live)
    for (let n = 0; n < 4; n += 1) await make.listing()
    const refused = await app.get('/v1/listings', { key: of.liveKey })
    assert.deepEqual([refused.status, refused.body['error']!['upgrade_url']] as unknown, [
      402,
      'http://lodgewire.test/billing',
    ])
    await subscribed(of)
    app.clock.advance(6_000)
    assert.equal((await app.get('/v1/listings', { key: of.liveKey })).status, 200)
  })
})
