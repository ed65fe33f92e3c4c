import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { StripeCall } from './client.ts'
import { StripeFault } from './fault.ts'
import { listSubscriptions } from './sync-subscription.ts'

it('a list of subscriptions that does not end is a failure of Stripe', async () => {
  const services = { config: {}, log: { error() {} } } as unknown as Parameters<typeof listSubscriptions>[0]
  const endless = (async () => ({ data: [{ id: 'sub_1', items: { data: [] } }], has_more: true })) as unknown
  await assert.rejects(listSubscriptions(services, endless as StripeCall, 'cus_1'), StripeFault)
})
