/** These plans are sold, and each gives a plan or limits. */
import type { LimitOverrides, PlanName } from './plans.ts'

/** Plans go from the smallest to the largest. */
export const soldPlans = ['starter', 'growth', 'scale'] as const
export type SoldPlan = (typeof soldPlans)[number]

/** A grant is a plan of this server, and limits in place of its own. */
export interface PlanGrant {
  plan: PlanName
  limits: LimitOverrides
}

/**
 * The operator can change these (`lodgewire plans sell`). The interface names the larger plans without their
 * numbers.
 */
export const usualGiven: Readonly<Record<SoldPlan, PlanGrant>> = {
  starter: { plan: 'starter', limits: {} },
  growth: { plan: 'custom', limits: {} },
  scale: { plan: 'custom', limits: {} },
}

/** A workspace whose plan is no longer paid keeps this. */
export const givenWithout: PlanGrant = { plan: 'free', limits: {} }
