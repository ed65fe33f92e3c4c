/** The plans, and what a workspace may use: what its plan says, unless the operator of the server said otherwise for it. */

export const planNames = ['free', 'starter', 'custom'] as const
export type PlanName = (typeof planNames)[number]

/** Every limit there is, by the name it goes by in answers, on the command line and in the database. */
export const limitNames = [
  'burstRequests',
  'dailyRequests',
  'monthlyRequests',
  'dailyAiRequests',
  'activeListings',
] as const
export type LimitName = (typeof limitNames)[number]

/** null: unlimited. A burst is always limited. */
export type EffectiveLimits = Record<Exclude<LimitName, 'burstRequests'>, number | null> & {
  burstRequests: number
}

/** Limits that are not the plan's, for one workspace. */
export type LimitOverrides = Partial<Record<LimitName, number | null>>

/** What a limit may be set to, as the database holds it. */
export const limitRange = (name: LimitName) =>
  name === 'burstRequests' ? { least: 1, largest: 1_000_000 } : { least: 0, largest: 1_000_000_000 }

/** `BURST_LIMIT` of the server holds for every plan. */
type PlanLimits = Omit<EffectiveLimits, 'burstRequests'>

export const planLimits: Readonly<Record<PlanName, PlanLimits>> = {
  free: { dailyRequests: 2_000, monthlyRequests: 1_000, dailyAiRequests: 10, activeListings: 3 },
  starter: { dailyRequests: 25_000, monthlyRequests: 100_000, dailyAiRequests: 1_000, activeListings: 50 },
  custom: { dailyRequests: null, monthlyRequests: null, dailyAiRequests: null, activeListings: null },
}

/** What holds for a workspace. */
export function limitsOf(plan: PlanName, overrides: LimitOverrides, burstLimit: number): EffectiveLimits {
  const { burstRequests, ...others } = overrides
  return { ...planLimits[plan], ...others, burstRequests: burstRequests ?? burstLimit }
}
