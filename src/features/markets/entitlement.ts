import type { Principal } from '../../http/route.ts'
import { fail } from '../../http/route.ts'
import type { Config } from '../../platform/config.ts'

/** The operator names the plans that include market data. */
export function assertEntitled({ marketPlans }: Pick<Config, 'marketPlans'>, { plan }: Principal): void {
  if (marketPlans.has(plan)) return
  fail(
    'forbidden',
    `Markets are not part of the plan ${plan}.`,
    {},
    {
      fix: `Move to one of these plans: ${[...marketPlans].join(', ') || 'none has them'}. The operator sets them with MARKET_PLANS.`,
    },
  )
}
