/** Holds a plan against the limits of its key. Pure. */
import type { AgentLimits, PlanKind, PlanMoney } from '../../../contract/agent-limits.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { moneyText } from './describe-plan.ts'
import type { ConfirmedPlans } from './queries.ts'

export const startOfDay = (now: Date): Date => new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`)
const dayMs = 86_400_000

const refused = (message: string, reason: string, resetsAt?: Date) =>
  new ApiError('agent_limit_exceeded', message, {
    reason,
    ...(resetsAt === undefined ? {} : { resets_at: resetsAt.toISOString() }),
  })

/** Amounts have at most three decimals, which floats cannot add. */
const thousandths = (amount: number) => Math.round(amount * 1000)

const movesMoney = (kind: PlanKind) => kind !== 'closure' && kind !== 'message'

export interface LimitedPlan {
  kind: PlanKind
  money: PlanMoney | null
}

function assertMoney(
  { kind, money }: LimitedPlan,
  bound: PlanMoney | null | undefined,
  { reason, spent = 0, resetsAt }: { reason: string; spent?: number; resetsAt?: Date },
): void {
  if (!bound || !movesMoney(kind)) return
  if (money === null) throw refused('The amount of the plan is not known, and the key has a bound.', reason)
  if (money.currency !== bound.currency)
    throw refused(`The plan is in ${money.currency}, and the bound of the key in ${bound.currency}.`, reason)
  if (thousandths(spent) + thousandths(money.amount) <= thousandths(bound.amount)) return
  const before = spent > 0 ? ` on top of ${spent} today` : ''
  throw refused(
    `The plan moves ${moneyText(money)}${before}; the key may ${moneyText(bound)}.`,
    reason,
    resetsAt,
  )
}

/** Throws `agent_limit_exceeded` for a kind that the key lacks. */
export function assertKind(limits: AgentLimits | null, kind: PlanKind): void {
  if (limits === null || limits.kinds.includes(kind)) return
  throw refused(`The key makes plans of ${limits.kinds.join(', ')}, not of ${kind}.`, 'kinds')
}

/** Throws `agent_limit_exceeded`. `confirmed` are the plans of the key since the day began. */
export function assertWithinLimits(
  plan: LimitedPlan,
  limits: AgentLimits,
  { confirmed, now }: { confirmed: ConfirmedPlans; now: Date },
): void {
  const resetsAt = new Date(startOfDay(now).getTime() + dayMs)
  assertKind(limits, plan.kind)
  if (confirmed.writes >= limits.writes_per_day)
    throw refused(
      `The key confirmed ${confirmed.writes} plans today, as many as it may.`,
      'writes_per_day',
      resetsAt,
    )
  assertMoney(plan, limits.money_per_write, { reason: 'money_per_write' })
  assertMoney(plan, limits.money_per_day, {
    reason: 'money_per_day',
    spent: Number(confirmed.money),
    resetsAt,
  })
}
