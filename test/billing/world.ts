/** A server whose plans are sold through a stand-in of Stripe. */
import assert from 'node:assert/strict'
import { syncDueAccounts } from '../../src/features/tenancy/billing/worker.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { startTestApp, type TestWorkspace } from '../harness/app.ts'
import { secretKey, signed, StripeStandIn, webhookSecret, type Event } from './stand-in.ts'

export const stripeEnv = (url: string) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_PRICES: 'starter=price_starter,growth=price_growth,starter=price_starter_old',
  STRIPE_API_BASE: url,
})

export async function makeBillingWorld() {
  const stripe = await StripeStandIn.start()
  const app = await startTestApp()
  stripe.now = () => app.clock.now().getTime()
  const set = (env: Record<string, string> = {}) => {
    app.services.config = loadConfig({ ALLOW_PRIVATE_TARGETS: 'true', ...stripeEnv(stripe.url), ...env })
  }
  set()
  const post = (of: TestWorkspace, plan = 'starter', headers: Record<string, string> = {}) =>
    app.post('/v1/billing', { plan }, { key: of.liveKey, headers })
  const get = (of: TestWorkspace) => app.get('/v1/billing', { key: of.liveKey })
  const deliver = (event: Event, how: Parameters<typeof signed>[1] = {}) => {
    const { body, headers } = signed(event, { at: app.clock.now().getTime(), ...how })
    return app.call('POST', '/v1/billing/webhook', { key: null, rawBody: body, headers })
  }
  const work = async () => {
    while (await syncDueAccounts(app.services));
  }
  const tier = async (of: TestWorkspace) => {
    // Keys are looked up anew within five seconds.
    app.clock.advance(6_000)
    return String((await app.get('/v1/usage/tier', { key: of.liveKey })).body['tier'])
  }
  const free = () => app.addWorkspace({ plan: 'free' })
  /** Pressed, and paid. */
  const bought = async (of: TestWorkspace, plan = 'starter') => {
    const { status, body, text } = await post(of, plan)
    assert.equal(status, 200, text)
    const session = stripe.sessions.find(({ url }) => url === (body['url'] as string))
    return stripe.pay(session?.id ?? assert.fail('it is a page of the stand-in'))
  }
  return {
    ...{ app, stripe, set, post, get, deliver, work, tier, free, bought },
    async close() {
      await app.close()
      await stripe.close()
    },
  }
}
export type BillingWorld = Awaited<ReturnType<typeof makeBillingWorld>>
