/**
 * Opens the Stripe page on which a workspace buys a plan. The idempotency key of each creating call is made
 * of what was read before it. Repeated clicks, two processes and lost answers therefore end on one page and
 * one subscription.
 */
import { subscriptionRules, type BillingPage } from '../../../contract/billing.ts'
import type { SoldPlan } from '../../../contract/sold-plans.ts'
import { installationName } from '../../../platform/installation-queries.ts'
import type { Services } from '../../../services.ts'
import { termsOf } from '../plans/queries.ts'
import { createStripeCall, stripePatience, type StripeCall } from './client.ts'
import { isKeptByIdempotencyKey, StripeFault } from './fault.ts'
import type { StripeSession } from './library.ts'
import {
  billingAccount,
  insertBillingAttempt,
  updateCustomer,
  updateBillingAttempt,
  type BillingAccount,
} from './queries.ts'
import { pickOpenSubscription, type Subscription } from './rules.ts'
import { listSubscriptions } from './sync-subscription.ts'

export interface BillingPageRequest {
  workspaceId: string
  plan: SoldPlan
  price: string
}
type CheckoutDeps = Pick<Services, 'db' | 'clock' | 'log' | 'config'> & { readonly publicUrl: string }

/** A concurrent request for another plan changes what was read, so the work starts again. */
const mostRounds = 6

/** Finds or creates the page for the plan. Throws StripeFault. */
export async function openBillingPage(
  services: CheckoutDeps,
  wish: BillingPageRequest,
): Promise<BillingPage> {
  const ask = createStripeCall(services.config, stripePatience.page)
  const account = await billingAccount(services.db, wish)
  let gone: string | null = null
  for (let round = 1; ; round += 1) {
    const making = await createKeyedCall(services, ask, wish)
    try {
      const known = (await billingAccount(services.db, wish))?.customer_id ?? null
      const customer =
        known !== null && known !== gone ? known : await createCustomer(services, making, wish, gone)
      return await findOrMakePage(services, { ask, making }, { ...wish, customer })
    } catch (error) {
      if (!(error instanceof StripeFault) || round === mostRounds) throw error
      const isGone = error.kind === 'missing' && error.about.param === 'customer'
      if (isGone && !isPaying(account)) gone = (await billingAccount(services.db, wish))?.customer_id ?? null
      else if (error.kind !== 'conflict') throw error
    }
  }
}

type KeyedCall = (about: string) => StripeCall

/** Creating calls carry an idempotency key that every retry of the same request shares. */
async function createKeyedCall(
  { db, clock }: CheckoutDeps,
  ask: StripeCall,
  { workspaceId }: BillingPageRequest,
): Promise<KeyedCall> {
  const installation = await installationName(db)
  const attempt = await insertBillingAttempt(db, { workspaceId }, clock.now())
  const key = `lodgewire ${installation} ${workspaceId} ${attempt}`
  return (about) => async (call) => {
    try {
      return await ask((stripe, options) => call(stripe, { ...options, idempotencyKey: `${key} ${about}` }))
    } catch (error) {
      if (error instanceof StripeFault && isKeptByIdempotencyKey(error))
        await updateBillingAttempt(db, { workspaceId }, attempt)
      throw error
    }
  }
}

/** A paying customer is never replaced: the operator has set the key of another Stripe account. */
const isPaying = (account: BillingAccount | undefined): boolean =>
  account !== undefined && account.status !== null && subscriptionRules[account.status].isOpen

/** `instead` is the id of a customer that Stripe no longer has. */
async function createCustomer(
  { db, clock }: CheckoutDeps,
  making: KeyedCall,
  { workspaceId }: BillingPageRequest,
  instead: string | null,
): Promise<string> {
  const name = (await termsOf(db, workspaceId))?.name ?? ''
  const metadata = { lodgewire_installation: await installationName(db), lodgewire_workspace: workspaceId }
  const { id } = await making(`customer ${instead ?? 'first'}`)((stripe, options) =>
    stripe.customers.create({ name, metadata }, options),
  )
  return updateCustomer(db, { workspaceId }, { customerId: id, instead, now: clock.now() })
}

type CustomerPageRequest = BillingPageRequest & { customer: string }
interface StripeCalls {
  ask: StripeCall
  making: KeyedCall
}

async function findOrMakePage(
  services: CheckoutDeps,
  { ask, making }: StripeCalls,
  wish: CustomerPageRequest,
): Promise<BillingPage> {
  const { plan, customer } = wish
  // Sessions are read before subscriptions, so one that is paid in between shows up as either of them.
  const sessions = await listSessions(ask, customer)
  const held = pickOpenSubscription(await listSubscriptions(services, ask, customer))
  const fitting = held
    ? undefined
    : sessions.find((session) => isOpen(session) && isFittingSession(session, wish))
  await expireOtherSessions(ask, sessions, fitting)
  if (held) return { url: await createPortalSession(services, ask, { ...wish, held }), kind: 'portal', plan }
  const session = fitting ?? (await createCheckoutSession(services, making, wish, sessions[0]))
  // A concurrent request for another plan may not have seen this session; the last to look sees both.
  if (!fitting) await expireOtherSessions(ask, await listSessions(ask, customer), session)
  if (typeof session.url !== 'string') throw new StripeFault('conflict')
  return { url: session.url, kind: 'checkout', plan }
}

const isOpen = ({ status }: StripeSession) => status === 'open'

/** Newest first. */
const listSessions = async (ask: StripeCall, customer: string): Promise<StripeSession[]> =>
  (await ask((stripe, options) => stripe.checkout.sessions.list({ customer, limit: 100 }, options))).data

async function expireOtherSessions(
  ask: StripeCall,
  sessions: readonly StripeSession[],
  but: StripeSession | undefined,
): Promise<void> {
  for (const { id } of sessions.filter((session) => isOpen(session) && session.id !== but?.id))
    await expireSession(ask, id)
}

/** A session that was just paid or expired cannot be ended; the caller reads the open ones again. */
async function expireSession(ask: StripeCall, id: string): Promise<void> {
  await ask((stripe, options) => stripe.checkout.sessions.expire(id, {}, options)).catch((error: unknown) => {
    throw error instanceof StripeFault && error.kind === 'rejected'
      ? new StripeFault('conflict', error.about)
      : error
  })
}

const isFittingSession = ({ url, metadata }: StripeSession, { plan, price }: CustomerPageRequest) =>
  typeof url === 'string' && metadata?.['lodgewire_plan'] === plan && metadata['lodgewire_price'] === price

const returnUrl = ({ config, publicUrl }: CheckoutDeps) => config.billingReturnUrl ?? `${publicUrl}/billing`

/**
 * The key contains the newest session, so concurrent requests make the same one and a later request makes
 * another.
 */
function createCheckoutSession(
  services: CheckoutDeps,
  making: KeyedCall,
  { customer, workspaceId, plan, price }: CustomerPageRequest,
  newest: StripeSession | undefined,
): Promise<StripeSession> {
  const back = returnUrl(services)
  const metadata = { lodgewire_workspace: workspaceId, lodgewire_plan: plan, lodgewire_price: price }
  return making(`checkout ${customer} ${newest?.id ?? 'first'}`)((stripe, options) =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: workspaceId,
        line_items: [{ price, quantity: 1 }],
        success_url: `${back}?checkout=done`,
        cancel_url: `${back}?checkout=left`,
        metadata,
        subscription_data: { metadata },
      },
      options,
    ),
  )
}

/** A page that changes the subscription, opened at the plan's confirmation if the portal is set up for it. */
async function createPortalSession(
  services: CheckoutDeps,
  ask: StripeCall,
  { customer, plan, price, held }: CustomerPageRequest & { held: Subscription },
): Promise<string> {
  const return_url = returnUrl(services)
  const plain = { customer, return_url }
  const open = (
    params: Parameters<Parameters<Parameters<StripeCall>[0]>[0]['billingPortal']['sessions']['create']>[0],
  ) => ask((stripe, options) => stripe.billingPortal.sessions.create(params, options))
  const changes = held.plan !== plan && (held.status === 'active' || held.status === 'trialing')
  if (!changes || held.itemId === null) return (await open(plain)).url
  const flow_data = {
    type: 'subscription_update_confirm' as const,
    subscription_update_confirm: {
      subscription: held.id,
      items: [{ id: held.itemId, price, quantity: 1 }],
    },
    after_completion: { type: 'redirect' as const, redirect: { return_url } },
  }
  try {
    return (await open({ ...plain, flow_data })).url
  } catch (error) {
    if (!(error instanceof StripeFault) || error.kind !== 'rejected') throw error
    services.log.warn(
      { err: error },
      'the portal of Stripe does not change plans; it is opened at its beginning',
    )
    return (await open(plain)).url
  }
}
