/**
 * The page of Stripe that a wish for a plan leads to. What is open there is read first, and each step that makes something has a
 * key made of what was read: whoever presses twice, in two processes or after a lost answer, comes to the same page, and to one
 * subscription.
 */
import { subscriptionRules, type BillingPage } from '../../contract/billing.ts'
import type { SoldPlan } from '../../contract/sold-plans.ts'
import { installationName } from '../../platform/installation-queries.ts'
import type { Services } from '../../services.ts'
import { termsOf } from '../plans/public.ts'
import { asking, patience, type Ask } from './client.ts'
import { StripeFault } from './fault.ts'
import type { StripeSession } from './library.ts'
import { accountOf, keepCustomer, type Account } from './queries.ts'
import { openOf, type Subscription } from './rules.ts'
import { subscriptionsOf } from './sync.ts'

export interface Wish {
  workspaceId: string
  plan: SoldPlan
  price: string
}
type Needed = Pick<Services, 'db' | 'clock' | 'log' | 'config'> & { readonly publicUrl: string }

/** Whoever presses meanwhile for another plan changes what was read. */
const mostRounds = 4

/** Throws a StripeFault. */
export async function pageFor(services: Needed, wish: Wish): Promise<BillingPage> {
  const ask = asking(services.config, patience.page)
  const account = await accountOf(services.db, wish)
  let customer = account?.customer_id ?? (await newCustomer(services, ask, wish, null))
  for (let round = 1; ; round += 1) {
    try {
      return await pageOf(services, ask, { ...wish, customer })
    } catch (error) {
      if (!(error instanceof StripeFault) || round === mostRounds) throw error
      const isGone = error.kind === 'missing' && error.about.param === 'customer'
      if (isGone && !isPaying(account)) customer = await newCustomer(services, ask, wish, customer)
      else if (error.kind !== 'conflict') throw error
    }
  }
}

/** Whoever pays is not replaced: the key of another account of Stripe was set, which is for the operator to mend. */
const isPaying = (account: Account | undefined): boolean =>
  account !== undefined && account.status !== null && subscriptionRules[account.status].isOpen

/** `instead`: of one that is no longer there. */
async function newCustomer(
  { db, clock }: Needed,
  ask: Ask,
  { workspaceId }: Wish,
  instead: string | null,
): Promise<string> {
  const installation = await installationName(db)
  const name = (await termsOf(db, workspaceId))?.name ?? ''
  const idempotencyKey = `lodgewire customer ${installation} ${workspaceId} ${instead ?? 'first'}`
  const { id } = await ask((stripe, options) =>
    stripe.customers.create(
      { name, metadata: { lodgewire_installation: installation, lodgewire_workspace: workspaceId } },
      { ...options, idempotencyKey },
    ),
  )
  return keepCustomer(db, { workspaceId }, { customerId: id, instead, now: clock.now() })
}

type Known = Wish & { customer: string }

async function pageOf(services: Needed, ask: Ask, wish: Known): Promise<BillingPage> {
  const { plan, customer } = wish
  // Before the subscriptions: one that is paid in between is seen as either of them.
  const sessions = await ask((stripe, options) =>
    stripe.checkout.sessions.list({ customer, limit: 100 }, options),
  )
  const subscriptions = await subscriptionsOf(services, ask, customer)
  const held = openOf(subscriptions)
  if (held) return { url: await portal(services, ask, { ...wish, held }), kind: 'portal', plan }
  const open = sessions.data.filter(({ status }) => status === 'open')
  const [fitting] = open.filter((session) => fits(session, wish))
  for (const { id } of open.filter((session) => session !== fitting)) await end(ask, id)
  const session = fitting ?? (await newSession(services, ask, wish, sessions.data[0]))
  if (typeof session.url !== 'string') throw new StripeFault('conflict')
  return { url: session.url, kind: 'checkout', plan }
}

/** One that was paid or ended a moment ago is not ended: what is open is to be read again. */
async function end(ask: Ask, id: string): Promise<void> {
  await ask((stripe, options) => stripe.checkout.sessions.expire(id, {}, options)).catch((error: unknown) => {
    throw error instanceof StripeFault && error.kind === 'rejected'
      ? new StripeFault('conflict', error.about)
      : error
  })
}

const fits = ({ url, metadata }: StripeSession, { plan, price }: Known) =>
  typeof url === 'string' && metadata?.['lodgewire_plan'] === plan && metadata['lodgewire_price'] === price

const returnUrl = ({ config, publicUrl }: Needed) => config.billingReturnUrl ?? `${publicUrl}/billing`

/** The newest that was there is in the key: two that saw the same make the same, and the next one after it is another. */
function newSession(
  services: Needed,
  ask: Ask,
  { customer, workspaceId, plan, price }: Known,
  newest: StripeSession | undefined,
): Promise<StripeSession> {
  const back = returnUrl(services)
  const metadata = { lodgewire_workspace: workspaceId, lodgewire_plan: plan, lodgewire_price: price }
  return ask((stripe, options) =>
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
      { ...options, idempotencyKey: `lodgewire checkout ${customer} ${newest?.id ?? 'first'}` },
    ),
  )
}

/** Where a subscription is changed; to the step that changes the plan, where another is wanted and the portal is set up for it. */
async function portal(
  services: Needed,
  ask: Ask,
  { customer, plan, price, held }: Known & { held: Subscription },
): Promise<string> {
  const return_url = returnUrl(services)
  const plain = { customer, return_url }
  const open = (
    params: Parameters<Parameters<Parameters<Ask>[0]>[0]['billingPortal']['sessions']['create']>[0],
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
