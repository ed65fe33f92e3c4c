/** The plans that are sold, and what they give. */
import type { LimitOverrides, PlanName } from './plans.ts'

/** From the smallest to the largest. */
export const soldPlans = ['starter', 'growth', 'scale'] as const
export type SoldPlan = (typeof soldPlans)[number]

/** A plan of this server, and limits in place of its own. */
export interface PlanGrant {
  plan: PlanName
  limits: LimitOverrides
}

/** Until the operator says otherwise (`lodgewire plans sell`). The interface names the larger ones without their numbers. */
export const usualGiven: Readonly<Record<SoldPlan, PlanGrant>> = {
  starter: { plan: 'starter', limits: {} },
  growth: { plan: 'custom', limits: {} },
  scale: { plan: 'custom', limits: {} },
}

/** What is left of a plan that is no longer paid. */
export const givenWithout: PlanGrant = { plan: 'free', limits: {} }
