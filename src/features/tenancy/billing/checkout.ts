/**
 * The page of Stripe that a wish for a plan leads to. What is open there is read first, and each step that makes something has a
 * key made of what was read: whoever presses twice, in two processes or after a lost answer, comes to the same page, and to one
 * subscription.
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

/** Whoever presses meanwhile for another plan changes what was read. */
const mostRounds = 6

/** Throws a StripeFault. */
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

/** What makes something is asked with a key that whoever tries the same has, too. */
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

/** Whoever pays is not replaced: the key of another account of Stripe was set, which is for the operator to mend. */
const isPaying = (account: BillingAccount | undefined): boolean =>
  account !== undefined && account.status !== null && subscriptionRules[account.status].isOpen

/** `instead`: of one that is no longer there. */
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
  // Before the subscriptions: one that is paid in between is seen as either of them.
  const sessions = await listSessions(ask, customer)
  const held = pickOpenSubscription(await listSubscriptions(services, ask, customer))
  const fitting = held
    ? undefined
    : sessions.find((session) => isOpen(session) && isFittingSession(session, wish))
  await expireOtherSessions(ask, sessions, fitting)
  if (held) return { url: await createPortalSession(services, ask, { ...wish, held }), kind: 'portal', plan }
  const session = fitting ?? (await createCheckoutSession(services, making, wish, sessions[0]))
  // Whoever made another meanwhile, for another plan, may not have seen this one: the last to look sees both.
  if (!fitting) await expireOtherSessions(ask, await listSessions(ask, customer), session)
  if (typeof session.url !== 'string') throw new StripeFault('conflict')
  return { url: session.url, kind: 'checkout', plan }
}

const isOpen = ({ status }: StripeSession) => status === 'open'

/** The newest first. */
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

/** One that was paid or ended a moment ago is not ended: what is open is to be read again. */
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

/** The newest that was there is in the key: two that saw the same make the same, and the next one after it is another. */
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

/** Where a subscription is changed; to the step that changes the plan, where another is wanted and the portal is set up for it. */
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
