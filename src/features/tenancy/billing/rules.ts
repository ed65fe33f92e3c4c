/** What a workspace's subscriptions give it, and when to read them again. Pure. */
import { subscriptionRules, type SubscriptionStatus } from '../../../contract/billing.ts'
import { givenWithout, soldPlans, type PlanGrant, type SoldPlan } from '../../../contract/sold-plans.ts'
import type { StripeSubscription } from './library.ts'

export interface Subscription {
  id: string
  status: SubscriptionStatus
  /** The first item's id, which the portal changes. */
  itemId: string | null
  priceId: string | null
  /** null if no plan has this price. */
  plan: SoldPlan | null
  periodEnd: Date | null
  cancelAt: Date | null
  createdAt: Date
}

type PlanPrices = readonly { plan: SoldPlan; id: string }[]

const toDate = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' && Number.isFinite(seconds) ? new Date(seconds * 1000) : null

const isStatus = (status: string): status is SubscriptionStatus => Object.hasOwn(subscriptionRules, status)

/** Null for an unknown status, which changes nothing. */
export function toSubscription(
  { id, status, created, cancel_at, cancel_at_period_end, items }: StripeSubscription,
  prices: PlanPrices,
): Subscription | null {
  if (!isStatus(status)) return null
  const ofPlan = items.data.find(({ price }) => prices.some((known) => known.id === price.id))
  const item = ofPlan ?? items.data[0]
  const periodEnd = toDate(item?.current_period_end)
  return {
    id,
    status,
    itemId: item?.id ?? null,
    priceId: item?.price.id ?? null,
    plan: prices.find((known) => known.id === item?.price.id)?.plan ?? null,
    periodEnd,
    cancelAt: toDate(cancel_at) ?? (cancel_at_period_end ? periodEnd : null),
    createdAt: toDate(created) ?? new Date(0),
  }
}

const planRank = ({ plan }: Subscription) => (plan === null ? -1 : soldPlans.indexOf(plan))

/** The subscription that gives the most; then the larger plan, then the newest. */
export const pickCountingSubscription = (all: readonly Subscription[]): Subscription | null =>
  all.toSorted(
    (a, b) =>
      Number(subscriptionRules[a.status].gives === 'nothing') -
        Number(subscriptionRules[b.status].gives === 'nothing') ||
      planRank(b) - planRank(a) ||
      subscriptionRules[a.status].rank - subscriptionRules[b.status].rank ||
      b.createdAt.getTime() - a.createdAt.getTime(),
  )[0] ?? null

/** The subscription that is changed and paid at Stripe instead of starting another. */
export const pickOpenSubscription = (all: readonly Subscription[]): Subscription | null =>
  pickCountingSubscription(all.filter(({ status }) => subscriptionRules[status].isOpen))

/**
 * The terms to set, or null for no change. Terms that billing did not give stay. A price without a plan
 * changes nothing until the operator resolves it.
 */
export function planToGive(
  counting: Pick<Subscription, 'status' | 'plan'> | null,
  { was, table }: { was: PlanGrant | null; table: Readonly<Record<SoldPlan, PlanGrant>> },
): PlanGrant | null {
  const isPaid = counting !== null && subscriptionRules[counting.status].gives === 'plan'
  if (isPaid && counting.plan === null) return null
  const wanted = isPaid && counting.plan !== null ? table[counting.plan] : givenWithout
  if (was === null && !isPaid) return null
  return was !== null && isSame(was, wanted) ? null : wanted
}

const isSame = (a: PlanGrant, b: PlanGrant) => textOf(a) === textOf(b)
const textOf = ({ plan, limits }: PlanGrant) =>
  JSON.stringify([plan, Object.entries(limits).toSorted(([x], [y]) => (x < y ? -1 : 1))])

const minute = 60_000
const hour = 60 * minute
/**
 * While somebody may be paying, the interval depends on how long ago the page opened. Stripe's page stays
 * open for a day.
 */
const afterCheckout = [
  { forMs: 30 * minute, everyMs: 30_000 },
  { forMs: 2 * hour, everyMs: 5 * minute },
  { forMs: 25 * hour, everyMs: 30 * minute },
]
const usualMs = 6 * hour
const endingMs = minute

/** Notices arrive sooner; this timer covers lost ones. */
export function nextLookAt(
  now: Date,
  {
    checkoutAt,
    periodEnd,
    cancelAt,
  }: { checkoutAt: Date | null; periodEnd: Date | null; cancelAt: Date | null },
): Date {
  const since = checkoutAt === null ? Number.POSITIVE_INFINITY : now.getTime() - checkoutAt.getTime()
  const everyMs = afterCheckout.find(({ forMs }) => since < forMs)?.everyMs ?? usualMs
  const usual = now.getTime() + everyMs
  const ends = [periodEnd, cancelAt]
    .filter((end) => end !== null)
    .map((end) => end.getTime() + endingMs)
    .filter((end) => end > now.getTime())
  return new Date(Math.min(usual, ...ends))
}

const pauses = [5_000, 30_000, 2 * minute, 10 * minute, 30 * minute]

/** `failures` counts consecutive failures, including this one. */
export function retryLookAt(now: Date, failures: number, retryAfterSeconds: number | null): Date {
  const pause = pauses[Math.min(failures, pauses.length) - 1] ?? 0
  return new Date(now.getTime() + Math.max(pause, Math.min(retryAfterSeconds ?? 0, 3600) * 1000))
}
