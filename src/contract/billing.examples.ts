/** These examples of plans and subscriptions are written by hand. */
import type { Static } from 'typebox'
import { Billing, BillingBody, BillingPage } from './billing.ts'
import { entry } from './examples.ts'

const at = '2026-06-01T00:00:00.000Z'
const unpaid = {
  plan: 'free',
  tier: 'free',
  dailyResetsAt: '2026-05-15T00:00:00.000Z',
  resetsAt: at,
  limits: {
    ...{ dailyRequests: 2_000, monthlyRequests: 1_000, dailyAiRequests: 10, burstRequests: 600 },
    ...{ activeListings: 3, dynamicPricingListings: null },
  },
  used: { daily: 120, monthly: 400, dailyAi: 0, activeListings: 2 },
  remaining: { daily: 1_880, monthly: 600, dailyAi: 10, activeListings: 1 },
  checkout: { available: false, plans: [] },
  subscription: null,
} satisfies Static<typeof Billing>

export const billingExamples = {
  Billing: entry(
    Billing,
    {
      ...unpaid,
      plan: 'starter',
      tier: 'starter',
      checkout: { available: true, plans: ['starter', 'growth'] },
      limits: {
        ...unpaid.limits,
        dailyRequests: 25_000,
        monthlyRequests: 100_000,
        dailyAiRequests: 1_000,
        activeListings: 50,
      },
      remaining: { daily: 24_880, monthly: 99_600, dailyAi: 1_000, activeListings: 48 },
      subscription: {
        ...{ status: 'active', plan: 'starter', currentPeriodEnd: at, cancelAt: null },
        asOf: '2026-05-14T12:00:00.000Z',
      },
    },
    { ...unpaid, checkout: { available: false, plans: [] } },
  ),
  BillingBody: entry(BillingBody, { plan: 'starter' }),
  BillingPage: entry(
    BillingPage,
    { url: 'https://checkout.stripe.com/c/pay/cs_live_a1B2c3', kind: 'checkout', plan: 'starter' },
    { url: 'https://billing.stripe.com/p/session/live_a1B2c3', kind: 'portal', plan: 'growth' },
  ),
}
