/** `/v1/billing` shows a workspace's plan and the subscription that pays for it. */
import { Type, type Static } from 'typebox'
import { flag, link, nullable, oneOfStrings, record, timestamp, timestampOrNull } from './fields.ts'
import { soldPlans } from './sold-plans.ts'
import { UsageTier } from './usage.ts'

interface SubscriptionRule {
  /** In this status the workspace has the plan it bought, or no paid plan. */
  gives: 'plan' | 'nothing'
  /** An open subscription can still be paid or changed, so people are led to it instead of a second one. */
  isOpen: boolean
  /** Several subscriptions may exist; the one with the smallest rank counts. */
  rank: number
  what: string
}

/** Stripe's documentation names these statuses of a subscription. */
export const subscriptionRules = {
  active: { gives: 'plan', isOpen: true, rank: 0, what: 'paid' },
  trialing: { gives: 'plan', isOpen: true, rank: 1, what: 'in its trial' },
  past_due: {
    gives: 'plan',
    isOpen: true,
    rank: 2,
    what: 'a payment failed and is tried again; the plan stays until that is given up',
  },
  unpaid: {
    gives: 'nothing',
    isOpen: true,
    rank: 3,
    what: 'payment was given up; paying what is open brings the plan back',
  },
  paused: { gives: 'nothing', isOpen: true, rank: 4, what: 'the trial ended without a means of payment' },
  incomplete: { gives: 'nothing', isOpen: true, rank: 5, what: 'the first payment has not succeeded yet' },
  incomplete_expired: { gives: 'nothing', isOpen: false, rank: 7, what: 'the first payment never succeeded' },
  canceled: { gives: 'nothing', isOpen: false, rank: 6, what: 'over' },
} as const satisfies Record<string, SubscriptionRule>
export type SubscriptionStatus = keyof typeof subscriptionRules
export const subscriptionStatuses = Object.keys(subscriptionRules) as SubscriptionStatus[]

const statusWords = Object.entries(subscriptionRules)
  .map(([status, { what }]) => `\`${status}\`: ${what}`)
  .join('; ')

export const Billing = record({
  plan: oneOfStrings(['free', ...soldPlans, 'custom'], {
    description: 'The plan that is paid for, where one is; otherwise the same as `tier`.',
    examples: ['starter'],
  }),
  ...UsageTier.properties,
  checkout: record(
    {
      available: flag(
        'Whether this key can buy plans with `POST /v1/billing`; a sandbox, and a workspace that another one made, buys none.',
      ),
      plans: Type.Array(oneOfStrings(soldPlans), {
        description: 'Those that are sold to it.',
        examples: [['starter']],
      }),
    },
    { description: 'What can be bought here.' },
  ),
  subscription: nullable(
    record({
      status: oneOfStrings(subscriptionStatuses, { description: `How it stands. ${statusWords}.` }),
      plan: nullable(Type.Unsafe<(typeof soldPlans)[number]>({ type: 'string', enum: [...soldPlans] }), {
        description: 'The plan of its price; null for a price that belongs to none.',
      }),
      currentPeriodEnd: timestampOrNull('Until then it is paid.'),
      cancelAt: timestampOrNull('When it ends, where it was cancelled.'),
      asOf: timestamp('When the payment service said so.'),
    }),
    { description: 'The subscription of the workspace; null: there is none, and for sandbox keys.' },
  ),
})
export type Billing = Static<typeof Billing>

export const BillingBody = record({
  plan: oneOfStrings(soldPlans, { description: 'The plan that is wanted.', examples: ['starter'] }),
})

export const BillingPage = record({
  url: link(
    'Page of the payment service to open in a browser. It opens without signing in: show it to nobody else.',
    {
      examples: ['https://checkout.stripe.com/c/pay/cs_live_a1B2c3'],
    },
  ),
  kind: oneOfStrings(['checkout', 'portal'], {
    description:
      '`checkout`: where the plan is bought; `portal`: there is a subscription already, which is changed, paid or cancelled there.',
  }),
  plan: oneOfStrings(soldPlans, { description: 'The plan that was asked for.' }),
})
export type BillingPage = Static<typeof BillingPage>
