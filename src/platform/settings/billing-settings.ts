/** Customers pay for plans through Stripe. */
import { soldPlans, type SoldPlan } from '../../contract/sold-plans.ts'
import { httpUrl, text } from './parsers.ts'
import { optional, required } from './setting-definition.ts'

interface StripePrice {
  plan: SoldPlan
  id: string
}

/** The first price of a plan is sold; further ones belong to older subscriptions. */
const prices = (value: string): readonly StripePrice[] => {
  const found = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, name, id] = /^([a-z]+)\s*=\s*(price_[A-Za-z0-9_]{1,200})$/.exec(part) ?? []
      const plan = soldPlans.find((candidate) => candidate === name)
      if (!plan || !id)
        throw new Error(
          `a comma-separated list of plan=price, such as starter=price_1Abc; plans: ${soldPlans.join(', ')}`,
        )
      return { plan, id }
    })
  if (new Set(found.map(({ id }) => id)).size < found.length) throw new Error('each price once')
  return found
}

/** Stripe's library takes a host and a port, but no path. */
const apiBase = (value: string): string => {
  const address = httpUrl(value)
  if (new URL(address).pathname !== '/') throw new Error('an address without a path')
  return address
}

export const billingSettings = {
  stripeSecretKey: optional({
    name: 'STRIPE_SECRET_KEY',
    parse: text(/^(?:sk|rk)_[A-Za-z0-9_]{5,250}$/, 'a secret key (sk_…) or restricted key (rk_…) of Stripe'),
    default: null,
    whenUnset: 'you assign plans with `lodgewire plans`',
    description:
      'Secret key of the Stripe account that receives the payments for plans. Requires `STRIPE_PRICES`.',
    example: 'rk_live_… of the dashboard',
    secret: true,
  }),
  stripeWebhookSecret: optional({
    name: 'STRIPE_WEBHOOK_SECRET',
    parse: text(/^whsec_[A-Za-z0-9+/=_-]{5,250}$/, 'the signing secret of a webhook endpoint (whsec_…)'),
    default: null,
    whenUnset: '`/v1/billing/webhook` is switched off, and the server polls Stripe for changes',
    description: 'Signing secret of the webhook endpoint `/v1/billing/webhook` that you created at Stripe.',
    example: 'whsec_… of the endpoint',
    secret: true,
  }),
  stripePrices: required({
    name: 'STRIPE_PRICES',
    parse: prices,
    default: '',
    description:
      'Recurring prices of Stripe for the plans `starter`, `growth` and `scale`, as `plan=price`. A plan without a price is not sold. If a plan has several, the first is sold and the others belong to existing subscriptions.',
    example: 'starter=price_1Abc,growth=price_1Def',
  }),
  stripeApiBase: optional({
    name: 'STRIPE_API_BASE',
    parse: apiBase,
    default: null,
    whenUnset: 'https://api.stripe.com',
    description: 'Address of the Stripe API, to be changed in tests only.',
    example: 'http://127.0.0.1:12111',
  }),
  billingReturnUrl: optional({
    name: 'BILLING_RETURN_URL',
    parse: httpUrl,
    default: null,
    whenUnset: 'the plan page of the console',
    description: 'Address that people return to from the pages of Stripe.',
    example: 'https://example.com/account',
  }),
}

interface BillingSettings {
  stripeSecretKey?: string | undefined
  stripePrices: readonly StripePrice[]
}

export const isBillingOn = ({ stripeSecretKey, stripePrices }: BillingSettings): boolean =>
  stripeSecretKey !== undefined && stripePrices.length > 0

/** Returns the name of the setting that billing needs and that is missing. */
export const missingForBilling = ({ stripeSecretKey }: BillingSettings): string =>
  stripeSecretKey === undefined ? billingSettings.stripeSecretKey.name : billingSettings.stripePrices.name
