/** Stripe clients for the operator's settings, and how long a call may take. */
import type { Config } from '../../../platform/config.ts'
import { boundedFetch } from '../../../platform/outbound/bounded-fetch.ts'
import { StripeFault, toStripeFault } from './fault.ts'
import { createStripeClient, type StripeCallOptions, type Stripe } from './library.ts'

export type StripeSettings = Pick<Config, 'stripeSecretKey' | 'stripeApiBase'>

/** Time limits of one piece of work: each try, and all of them together. */
export interface StripePatience {
  tryMs: number
  retries: number
  allMs: number
}
/** A person waits for `page`, nobody waits for `look`, and `glance` runs beside an answer. */
export const stripePatience = {
  page: { tryMs: 8_000, retries: 2, allMs: 25_000 },
  look: { tryMs: 8_000, retries: 1, allMs: 20_000 },
  glance: { tryMs: 2_000, retries: 0, allMs: 2_500 },
} as const satisfies Record<string, StripePatience>

const clients = new WeakMap<object, Promise<Stripe>>()

/** One client per set of settings, because tests change them. */
export function stripeClientFor(settings: StripeSettings): Promise<Stripe> {
  const known = clients.get(settings)
  if (known) return known
  const base = settings.stripeApiBase === undefined ? null : new URL(settings.stripeApiBase)
  const made = createStripeClient(settings.stripeSecretKey ?? '', {
    fetch: boundedFetch,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? '80' : '443'),
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  })
  clients.set(settings, made)
  made.catch(() => clients.delete(settings))
  return made
}

export type StripeCall = <T>(call: (stripe: Stripe, options: StripeCallOptions) => Promise<T>) => Promise<T>

/** Makes calls within the time limits and throws StripeFault. Stripe may still carry out a call that timed out. */
export function createStripeCall(
  settings: StripeSettings,
  { tryMs, retries, allMs }: StripePatience,
): StripeCall {
  const over = Date.now() + allMs
  return async (call) => {
    const stripe = await stripeClientFor(settings)
    const left = over - Date.now()
    if (left <= 0) throw new StripeFault('timeout')
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new StripeFault('timeout')), left)
    const answer = call(stripe, { timeout: Math.min(tryMs, left), maxNetworkRetries: retries })
    try {
      return await Promise.race([answer, tooLate])
    } catch (error) {
      answer.catch(() => {})
      throw toStripeFault(error)
    } finally {
      clearTimeout(timer)
    }
  }
}
