import { Type } from 'typebox'
import { Billing, BillingBody, BillingPage, subscriptionRules } from '../../../contract/billing.ts'
import { limitsOf } from '../../../contract/plans.ts'
import { soldPlans } from '../../../contract/sold-plans.ts'
import { writeOnce } from '../../../http/write-once.ts'
import type { Principal } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { isBillingOn, missingForBilling } from '../../../platform/settings/billing-settings.ts'
import type { Services } from '../../../services.ts'
import { termsOf } from '../plans/queries.ts'
import { route } from '../../route.ts'
import { readUsageTier } from '../usage/usage-tier.ts'
import { openBillingPage } from './checkout.ts'
import { isOperatorFault, StripeFault, stripeFaultToApiError } from './fault.ts'
import { receiveNotice } from './receive-notice.ts'
import { billingAccount, updateCheckoutTime, type BillingAccount } from './queries.ts'
import { refreshIfStale } from './sync-subscription.ts'

const tag = 'Billing'
const url = '/v1/billing'

const plansForSale = ({ config }: Services) =>
  isBillingOn(config)
    ? soldPlans.filter((plan) => config.stripePrices.some((price) => price.plan === plan))
    : []

const toSubscription = ({
  status,
  sold_plan,
  period_end,
  cancel_at,
  read_at,
}: BillingAccount): Billing['subscription'] =>
  status === null || read_at === null
    ? null
    : {
        status,
        plan: sold_plan,
        currentPeriodEnd: period_end?.toISOString() ?? null,
        cancelAt: cancel_at?.toISOString() ?? null,
        asOf: read_at.toISOString(),
      }

/** The plan that was bought, if the workspace still has what it gives. */
const planOf = (account: BillingAccount | undefined, tier: Principal['plan']): Billing['plan'] =>
  account?.status &&
  account.sold_plan &&
  subscriptionRules[account.status].gives === 'plan' &&
  account.given?.plan === tier
    ? account.sold_plan
    : tier

/**
 * Terms as they are now, because reading the subscription may have changed them. Null if another workspace
 * sets the plan.
 */
async function ownTerms({ db, config }: Services, { workspaceId }: Principal) {
  const terms = await termsOf(db, workspaceId)
  if (!terms) return null
  const { plan, overrides } = terms
  return { workspaceId, plan, limits: limitsOf(plan, overrides, config.burstLimit) }
}

/** A sandbox has its workspace's plan and no subscription. */
async function liveAccount(
  services: Services,
  { mode, workspaceId }: Principal,
): Promise<BillingAccount | undefined> {
  if (mode !== 'live') return undefined
  const account = await billingAccount(services.db, { workspaceId })
  if (!account?.customer_id || !isBillingOn(services.config)) return account
  await refreshIfStale(services, workspaceId, account.read_at)
  return billingAccount(services.db, { workspaceId })
}

export const billingRoutes = [
  route({
    method: 'GET',
    url,
    id: 'getBilling',
    family: 'billing',
    account: 'ignored',
    tag,
    summary: 'Get the plan and its subscription',
    description:
      'What the workspace of the key has, what is used of it, what can be bought, and how the subscription stands: asked for at Stripe where what is known is older than 15 seconds, for two and a half seconds at most; `subscription.asOf` says when it was read.',
    reply: Billing,
    errors: [],
    overCap: 'allow',
    handle: async ({ services, principal }) => {
      const account = await liveAccount(services, principal)
      const own = await ownTerms(services, principal)
      const tier = await readUsageTier(services.db, own ?? principal, services.clock.now())
      const plans = own ? plansForSale(services) : []
      return {
        plan: planOf(account, tier.tier),
        ...tier,
        checkout: { available: plans.length > 0, plans },
        subscription: account ? toSubscription(account) : null,
      }
    },
  }),
  route({
    method: 'POST',
    url,
    id: 'createBillingPage',
    family: 'billing',
    account: 'ignored',
    tag,
    summary: 'Buy a plan, or change the subscription',
    description:
      'Answers the address of a page of Stripe, where a person pays: the checkout of the plan, or the portal where there is a subscription already. Asked twice, the same checkout is answered, so that one subscription is made of it. The plan follows within a minute of the payment. 403 `billing_error` where the server has no billing (`STRIPE_SECRET_KEY`, `STRIPE_PRICES`), for a plan that is not sold, for sandbox keys, and for those of a workspace that another one made.',
    body: BillingBody,
    reply: BillingPage,
    errors: ['billing_error', 'upstream_error'],
    overCap: 'allow',
    answersTo: 'key',
    handle: async (context) => {
      const { services, principal, body, fail } = context
      const { config } = services
      if (!isBillingOn(config)) {
        return fail(
          'billing_error',
          `Plans of this server are assigned by its operator: ${missingForBilling(config)} is not set.`,
          { reason: 'billing_not_configured' },
        )
      }
      if (principal.mode !== 'live') {
        return fail(
          'billing_error',
          'A sandbox has the plan of its workspace, and buys nothing.',
          { reason: 'sandbox' },
          { fix: 'Ask with a `sk_live_` key.' },
        )
      }
      if (!(await termsOf(services.db, principal.workspaceId))) {
        return fail(
          'billing_error',
          'A workspace that another one made has the plan of that one, and buys nothing.',
          { reason: 'made_by_another' },
          { fix: 'Ask with a key of the workspace that made it.' },
        )
      }
      const price = config.stripePrices.find(({ plan }) => plan === body.plan)?.id
      if (price === undefined) {
        const sold = plansForSale(services)
        return fail(
          'billing_error',
          `The plan \`${body.plan}\` is not sold here: STRIPE_PRICES has no price for it.`,
          { reason: 'plan_not_sold', field: 'plan', value_received: body.plan, valid_values: sold },
          { fix: `Take one of ${sold.join(', ')}.` },
        )
      }
      const { workspaceId } = principal
      const page = await openBillingPage(services, { workspaceId, plan: body.plan, price }).catch(
        (error: unknown) => {
          if (!(error instanceof StripeFault)) throw error
          services.log[isOperatorFault(error) ? 'error' : 'warn'](
            { err: error, workspaceId },
            'no page of Stripe was had',
          )
          throw stripeFaultToApiError(error)
        },
      )
      return writeOnce(context, async (tx) => {
        await updateCheckoutTime(tx, { workspaceId }, services.clock.now())
        return page
      })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/billing/webhook',
    id: 'receiveBillingNotice',
    tag,
    summary: 'Receive a notice of Stripe',
    hidden: true,
    auth: 'none',
    countAddress: 'misses',
    write: false,
    admit: async ({ services: { config } }) => {
      if (!isBillingOn(config) || config.stripeWebhookSecret === undefined)
        throw new ApiError('not_found', 'No such address.')
    },
    body: Type.Unknown(),
    takesAnyText: true,
    reply: Type.Object({ received: Type.Boolean() }, { additionalProperties: false }),
    errors: ['not_found', 'unauthorized'],
    handle: async ({ services, headers, rawBody = Buffer.alloc(0) }) => {
      await receiveNotice(services, rawBody, headers['stripe-signature'])
      return { received: true }
    },
  }),
]
