/** A workspace's plan sets its limits, unless the server's operator set others for it. */

export const planNames = ['free', 'starter', 'custom'] as const
export type PlanName = (typeof planNames)[number]

/** Answers, the command line and the database use these names of limits. */
export const limitNames = [
  'burstRequests',
  'dailyRequests',
  'monthlyRequests',
  'dailyAiRequests',
  'activeListings',
] as const
export type LimitName = (typeof limitNames)[number]

/** Null means unlimited. A burst is always limited. */
export type EffectiveLimits = Record<Exclude<LimitName, 'burstRequests'>, number | null> & {
  burstRequests: number
}

/** These limits replace the plan's for one workspace. */
export type LimitOverrides = Partial<Record<LimitName, number | null>>

/** The database accepts limits in this range. */
export const limitRange = (name: LimitName) =>
  name === 'burstRequests' ? { least: 1, largest: 1_000_000 } : { least: 0, largest: 1_000_000_000 }

/** The server's `BURST_LIMIT` holds for every plan. */
type PlanLimits = Omit<EffectiveLimits, 'burstRequests'>

export const planLimits: Readonly<Record<PlanName, PlanLimits>> = {
  free: { dailyRequests: 2_000, monthlyRequests: 1_000, dailyAiRequests: 10, activeListings: 3 },
  starter: { dailyRequests: 25_000, monthlyRequests: 100_000, dailyAiRequests: 1_000, activeListings: 50 },
  custom: { dailyRequests: null, monthlyRequests: null, dailyAiRequests: null, activeListings: null },
}

/** Returns the limits that hold for a workspace. */
export function limitsOf(plan: PlanName, overrides: LimitOverrides, burstLimit: number): EffectiveLimits {
  const { burstRequests, ...others } = overrides
  return { ...planLimits[plan], ...others, burstRequests: burstRequests ?? burstLimit }
}
