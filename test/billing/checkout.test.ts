/** `POST /v1/billing`: where it leads, and that pressing twice makes one subscription. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { TestAnswer } from '../harness/app.ts'
import { makeBillingWorld, type BillingWorld } from './world.ts'

const told = ({ status, body }: TestAnswer) =>
  [status, body['error']?.['code'], body['error']?.['reason']] as unknown

describe('POST /v1/billing', () => {
  let world: BillingWorld
  before(async () => void (world = await makeBillingWorld()))
  after(() => world?.close())
  beforeEach(() => {
    world.set()
    world.stripe.faults.length = 0
    world.stripe.asked.length = 0
    delete world.stripe.onAsked
    world.stripe.portalChangesPlans = true
  })

  it('leads to the checkout of the plan, and says where people come back to', async () => {
    const { stripe } = world
    const of = await world.free()
    const { status, body } = await world.post(of, 'growth')
    assert.equal(status, 200)
    const [session] = stripe.sessions
    assert.deepEqual(body as unknown, { url: session?.url, kind: 'checkout', plan: 'growth' })
    const made = stripe.asked.find(
      ({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions',
    )
    assert.equal(made?.params['line_items[0][price]'], 'price_growth')
    assert.equal(made.params['client_reference_id'], of.id)
    assert.equal(made.params['success_url'], 'http://lodgewire.test/billing?checkout=done')
    assert.equal(stripe.customers.get(session?.customer ?? '')?.metadata['workspace'], of.id)
    assert.equal(await world.tier(of), 'free')
  })

  it('names what is missing where plans are not sold, for a plan without a price, and for sandboxes', async () => {
    const of = await world.free()
    const sandbox = await world.app.post('/v1/billing', { plan: 'starter' }, { key: of.sandboxKey })
    assert.deepEqual(told(sandbox), [403, 'billing_error', 'sandbox'])
    const unsold = await world.post(of, 'scale')
    assert.deepEqual(told(unsold), [403, 'billing_error', 'plan_not_sold'])
    assert.deepEqual(unsold.body['error']!['valid_values'] as unknown, ['starter', 'growth'])
    const unknown = await world.post(of, 'enormous')
    assert.deepEqual([unknown.status, unknown.body['error']!['code']] as unknown, [400, 'invalid_body'])
    world.set({ STRIPE_PRICES: '' })
    assert.match(String((await world.post(of)).body['error']!['message']), /STRIPE_PRICES is not set/)
    world.set({ STRIPE_SECRET_KEY: '' })
    const off = await world.post(of)
    assert.deepEqual(told(off), [403, 'billing_error', 'billing_not_configured'])
    assert.match(String(off.body['error']!['message']), /STRIPE_SECRET_KEY is not set/)
    assert.deepEqual(world.stripe.asked, [], 'Stripe heard of none of them')
  })

  it('sells nothing to a workspace that another one made: it has the plan of that', async () => {
    const { app } = world
    const of = await world.free()
    const child = await app.addWorkspace({ parentId: of.id })
    world.stripe.asked.length = 0
    const refused = await world.post(child)
    assert.deepEqual(told(refused), [403, 'billing_error', 'made_by_another'])
    assert.deepEqual(world.stripe.asked, [], 'nobody is led to pay for nothing')
    const sold = async (key: string) => (await app.get('/v1/billing', { key })).body['checkout'] as unknown
    const none = { available: false, plans: [] }
    assert.deepEqual(await sold(child.liveKey), none)
    assert.deepEqual(await sold(of.sandboxKey), none)
    assert.deepEqual(await sold(of.liveKey), { available: true, plans: ['starter', 'growth'] })
  })

  it('pressed many times at once, before and after lost answers, makes one page and one subscription', async () => {
    const { stripe } = world
    const of = await world.free()
    stripe.faults.push({ path: '/v1/customers', fault: 'lose' }, { path: '/v1/customers', fault: 'lose' })
    stripe.faults.push({ path: '/v1/checkout/sessions', fault: 500 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.post(of)))
    const pages = new Set(answers.map(({ body }) => String(body['url'])))
    assert.deepEqual(
      [...new Set(answers.map(({ status }) => status))],
      [200],
      answers.map(({ text }) => text).join(),
    )
    assert.equal(pages.size, 1)
    const { customer } = stripe.sessions[0] ?? assert.fail('no page was made')
    const mine = () => stripe.sessions.filter((session) => session.customer === customer)
    assert.equal(
      [...stripe.customers.values()].filter(({ metadata }) => metadata['workspace'] === of.id).length,
      1,
    )
    assert.equal(mine().length, 1)
    assert.ok(pages.has(String((await world.post(of)).body['url'])))
    stripe.pay(mine()[0]?.id ?? '')
    const paid = await world.post(of)
    assert.equal(String(paid.body['kind']), 'portal')
    assert.equal(mine().length, 1)
  })

  it('an answer that was lost after the page was made is repeated, and none is made again', async () => {
    const { stripe } = world
    const of = await world.free()
    await world.post(of)
    stripe.sessions[0]!.status = 'expired'
    stripe.onAsked = ({ method, path }) => {
      if (method === 'POST' && path === '/v1/checkout/sessions') stripe.faults.push({ path, fault: 'lose' })
    }
    const lost = await world.post(of, 'starter', { 'idempotency-key': 'lost' })
    assert.deepEqual(told(lost), [502, 'upstream_error', undefined])
    delete stripe.onAsked
    stripe.faults.length = 0
    const made = stripe.sessions[0]!
    const again = await world.post(of, 'starter', { 'idempotency-key': 'lost' })
    assert.deepEqual([again.status, again.body['url']] as unknown, [200, made.url])
    const replayed = await world.post(of, 'starter', { 'idempotency-key': 'lost' })
    assert.deepEqual(replayed.body as unknown, again.body)
  })

  it('a failure that Stripe keeps for the key of a day is not met again', async () => {
    const { stripe } = world
    const of = await world.free()
    for (const path of ['/v1/customers', '/v1/checkout/sessions']) {
      stripe.onAsked = (asked) => {
        if (asked.method !== 'POST' || asked.path !== path) return
        stripe.faults.push({ path, fault: 500 })
        delete stripe.onAsked
      }
      const failed = await world.post(of, 'starter', { 'idempotency-key': path })
      assert.deepEqual(told(failed), [502, 'upstream_error', undefined])
      stripe.faults.length = 0
    }
    assert.equal(
      (await world.post(of, 'starter', { 'idempotency-key': '/v1/checkout/sessions' })).status,
      200,
    )
    const { customer } = stripe.sessions[0] ?? assert.fail('no page was made')
    assert.equal(stripe.sessions.filter((session) => session.customer === customer).length, 1)
  })

  it('other settings, after an answer that was lost, come to one page as well', async () => {
    const { stripe } = world
    const of = await world.free()
    stripe.onAsked = ({ method, path }) => {
      if (method === 'POST' && path === '/v1/checkout/sessions') stripe.faults.push({ path, fault: 'drop' })
    }
    assert.equal((await world.post(of)).status, 502)
    delete stripe.onAsked
    stripe.faults.length = 0
    world.set({
      STRIPE_PRICES: 'starter=price_starter_old',
      BILLING_RETURN_URL: 'https://example.com/account',
    })
    assert.equal((await world.post(of)).status, 200)
    world.set()
    const { status, body } = await world.post(of)
    assert.equal(status, 200)
    const { customer } = stripe.sessions[0] ?? assert.fail('no page was made')
    const open = stripe.sessions.filter(
      (session) => session.customer === customer && session.status === 'open',
    )
    assert.deepEqual(
      [open.length, open[0]?.url, open[0]?.price],
      [1, body['url'] as unknown, 'price_starter'],
    )
  })

  it('another plan ends the page of the first, so that only one can be paid', async () => {
    const { stripe } = world
    const of = await world.free()
    await world.post(of, 'starter')
    const first = stripe.sessions[0]!
    const second = await world.post(of, 'growth')
    assert.equal(first.status, 'expired')
    assert.equal(second.body['url'] as unknown, stripe.sessions[0]!.url)
    const both = await Promise.all([
      world.post(of, 'starter'),
      world.post(of, 'growth'),
      world.post(of, 'starter'),
    ])
    assert.deepEqual(
      [...new Set(both.map(({ status }) => status))],
      [200],
      both.map(({ text }) => text).join(),
    )
    const open = stripe.sessions.filter(
      ({ customer, status }) => customer === first.customer && status === 'open',
    )
    assert.equal(open.length, 1)
  })

  it('a page that is paid while another is asked for leads to the portal', async () => {
    const { stripe } = world
    const of = await world.free()
    await world.post(of, 'starter')
    const first = stripe.sessions[0]!
    stripe.onAsked = ({ path }) => {
      if (path.endsWith('/expire') && first.status === 'open') stripe.pay(first.id)
    }
    const { status, body } = await world.post(of, 'growth')
    assert.deepEqual([status, body['kind']] as unknown, [200, 'portal'])
    assert.equal(stripe.subscriptions.filter(({ customer }) => customer === first.customer).length, 1)
  })

  it('with a subscription leads to its change, and to the portal alone where that is not set up', async () => {
    const { stripe } = world
    const of = await world.free()
    const { subscription } = await world.bought(of)
    const portals = () => stripe.asked.filter(({ path }) => path === '/v1/billing_portal/sessions')
    const { body } = await world.post(of, 'growth')
    assert.equal(String(body['kind']), 'portal')
    const change = 'flow_data[subscription_update_confirm]'
    assert.equal(portals()[0]?.params[`${change}[subscription]`], subscription.id)
    assert.equal(portals()[0]?.params[`${change}[items][0][price]`], 'price_growth')
    stripe.portalChangesPlans = false
    assert.equal((await world.post(of, 'growth')).status, 200)
    assert.equal(portals().at(-1)?.params['flow_data[type]'], undefined)
    subscription.status = 'unpaid'
    assert.equal(String((await world.post(of, 'starter')).body['kind']), 'portal')
    subscription.status = 'canceled'
    assert.equal(String((await world.post(of, 'starter')).body['kind']), 'checkout')
  })

  it('a customer that was deleted at Stripe is made anew, unless it is paying', async () => {
    const { stripe } = world
    const of = await world.free()
    await world.post(of)
    const [gone] = [...stripe.customers.keys()].slice(-1)
    stripe.customers.delete(gone!)
    assert.equal((await world.post(of)).status, 200)
    assert.notEqual(stripe.sessions[0]?.customer, gone)
    const paying = await world.free()
    const { events } = await world.bought(paying)
    await world.deliver(events[0]!)
    await world.work()
    stripe.customers.delete(stripe.sessions[0]!.customer)
    assert.deepEqual(told(await world.post(paying)), [502, 'upstream_error', undefined])
    world.app.clock.advance(60_000)
    await world.work()
    assert.equal(await world.tier(paying), 'starter', 'the key of another account takes no plan away')
  })

  it('tells every fault of Stripe as one of Stripe, without what Stripe said of the key', async () => {
    const { stripe } = world
    const of = await world.free()
    await world.post(of)
    for (const fault of [401, 403, 'html', 'redirect'] as const) {
      stripe.faults.push(...Array.from({ length: 3 }, () => ({ path: '/v1/', fault })))
      const answer = await world.post(of)
      assert.deepEqual(told(answer), [502, 'upstream_error', undefined], String(fault))
      assert.doesNotMatch(answer.text, /sk_test|refused for/)
      stripe.faults.length = 0
    }
    for (const fault of [429, 500, 'drop'] as const) {
      stripe.faults.push({ path: '/v1/', fault })
      assert.equal((await world.post(of)).status, fault === 429 ? 502 : 200, String(fault))
      stripe.faults.length = 0
    }
  })

  it('works over the cap and with a spent month, for owners alone', async () => {
    const { app } = world
    const of = await world.free()
    await app.db
      .insertInto('limit_overrides')
      .values({ workspace_id: of.id, name: 'monthlyRequests', value: 0, set_at: app.clock.now() })
      .execute()
    app.clock.advance(6_000)
    assert.equal((await app.get('/v1/listings', { key: of.liveKey })).status, 429)
    assert.equal((await world.post(of)).status, 200)
    assert.equal((await world.get(of)).status, 200)
  })
})
