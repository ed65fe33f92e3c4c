/** Reads a workspace's subscriptions from Stripe and applies the terms that follow. */
import { randomUUID } from 'node:crypto'
import { changeTermsIn } from '../plans/change-terms.ts'
import { applySoldPlan, loadSoldPlanTable } from '../plans/sold-plans.ts'
import type { Services } from '../../../services.ts'
import { createStripeCall, stripePatience, type StripeCall, type StripePatience } from './client.ts'
import { StripeFault, isOperatorFault } from './fault.ts'
import { claimAccount, postponeLook, settleClaim, type ClaimedBillingAccount } from './queries.ts'
import {
  retryLookAt,
  pickCountingSubscription,
  planToGive,
  nextLookAt,
  toSubscription,
  type Subscription,
} from './rules.ts'

export type BillingServices = Pick<Services, 'db' | 'clock' | 'log' | 'config'>

/** Longer than the longest time limit, so a process that holds a claim for this long has died. */
const claimMs = 30_000
export const claimEnd = (now: Date) => new Date(now.getTime() + claimMs)

const pageSize = 100
/** No customer made more subscriptions through this server. */
const mostPages = 5

/** Every subscription the customer ever had. */
export async function listSubscriptions(
  { config, log }: Pick<Services, 'config' | 'log'>,
  ask: StripeCall,
  customer: string,
): Promise<Subscription[]> {
  const found: Subscription[] = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const from = after === undefined ? {} : { starting_after: after }
    const { data, has_more } = await ask((stripe, options) =>
      stripe.subscriptions.list({ customer, status: 'all', limit: pageSize, ...from }, options),
    )
    for (const one of data) {
      const subscription = toSubscription(one, config.stripePrices)
      if (subscription) found.push(subscription)
      else log.error({ subscription: one.id, status: one.status }, 'a status of Stripe is not known')
    }
    after = data.at(-1)?.id
    if (!has_more || after === undefined) return found
  }
  // A subscription that was not seen must not count as missing: the customer would buy a second one.
  throw new StripeFault('failing', { status: null, retryAfter: null, code: 'too_many', param: null })
}

/** True if Stripe's answer was stored and applied. */
export async function syncSubscription(
  services: BillingServices,
  claimed: ClaimedBillingAccount,
  within: StripePatience = stripePatience.look,
): Promise<boolean> {
  const { db, clock, log, config } = services
  const workspaceId = claimed.workspace_id
  try {
    const all = await listSubscriptions(services, createStripeCall(config, within), claimed.customer_id)
    // Stripe lists ended subscriptions forever, so a missing one means another Stripe account.
    if (claimed.subscription_id !== null && !all.some(({ id }) => id === claimed.subscription_id))
      throw new StripeFault('missing')
    const counting = pickCountingSubscription(all)
    return await db.transaction().execute(async (tx) => {
      const now = clock.now()
      const given = planToGive(counting, { was: claimed.given, table: await loadSoldPlanTable(tx) })
      if (given) {
        const change = { origin: 'billing', action: 'billing.plan', now } as const
        await changeTermsIn(tx, workspaceId, change, (before) => applySoldPlan(before, claimed.given, given))
      }
      const next = nextLookAt(now, {
        checkoutAt: claimed.checkout_at,
        periodEnd: counting?.periodEnd ?? null,
        cancelAt: counting?.cancelAt ?? null,
      })
      // Settling comes last: if another process claimed the account, the change above rolls back.
      if (!(await settleClaim(tx, claimed, { counting, given, now, next }))) throw new SupersededClaim()
      if (counting !== null && counting.plan === null)
        log.error(
          { workspaceId, price: counting.priceId },
          'a subscription has a price that STRIPE_PRICES gives no plan',
        )
      if (given)
        log.info({ workspaceId, plan: given.plan, status: counting?.status }, 'a plan follows a subscription')
      return true
    })
  } catch (error) {
    if (error instanceof SupersededClaim) return false
    const fault = error instanceof StripeFault ? error : null
    const retryAfter = fault?.about.retryAfter ?? null
    const next = retryLookAt(clock.now(), claimed.failures + 1, retryAfter)
    const level = fault !== null && isOperatorFault(fault) ? 'error' : 'warn'
    log[level]({ err: error, workspaceId, next }, 'the subscription of a workspace could not be read')
    await postponeLook(db, claimed, { next, orSooner: within === stripePatience.glance })
    return false
  }
}

class SupersededClaim extends Error {}

/** Older data is read again. */
const freshMs = 15_000

/** Refreshes stale data beside an answer, briefly; a failure of Stripe is ignored. */
export async function refreshIfStale(
  services: BillingServices,
  workspaceId: string,
  readAt: Date | null,
): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  if (readAt !== null && Math.abs(now.getTime() - readAt.getTime()) < freshMs) return
  const claimed = await claimAccount(db, { workspaceId }, { claim: randomUUID(), now, until: claimEnd(now) })
  if (claimed) await syncSubscription(services, claimed, stripePatience.glance)
}
