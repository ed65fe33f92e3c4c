/** `POST /v1/plans`: describes a write and stores it, and carries nothing out. */
import { createHash, randomUUID } from 'node:crypto'
import type { Plan, PlanCreateBody } from '../../../contract/agent-plan.ts'
import type { CallOperation } from '../../../http/call-operation.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { randomToken } from '../../../platform/crypto.ts'
import type { RouteWriteContext } from '../../route.ts'
import { assertKind, assertWithinLimits, startOfDay, type LimitedPlan } from './check-limits.ts'
import { describePlan, moneyText, plannedMoney } from './describe-plan.ts'
import { basisOf, readFacts } from './plan-basis.ts'
import { toPlannedWrite, type PlannedWrite } from './plan-operations.ts'
import { confirmedSince, insertPlan, type PlanRow } from './queries.ts'
import { toRefusal } from './refusals.ts'

export interface PlanContext extends RouteWriteContext {
  callOperation: CallOperation
}

/** A confirmation after this is refused. */
const openMs = 600_000
/** 40 characters of 62 are 238 random bits. */
const tokenLength = 40

export const hashPlanToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export function toPlan(row: PlanRow, now: Date): Plan {
  const { shown, money, currency } = row
  return {
    id: row.id,
    kind: row.kind,
    status: row.status === 'open' && row.expires_at <= now ? 'expired' : row.status,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    summary: shown?.summary ?? null,
    money: money === null || currency === null ? null : { amount: Number(money), currency },
    guests_told: shown?.guests_told ?? [],
    channels_touched: shown?.channels_touched ?? [],
    changes: shown?.changes ?? [],
    warnings: shown?.warnings ?? [],
    dry_run: shown?.dry_run ?? null,
  }
}

/** The answer of the operation's dry run. Throws where the operation refuses. */
export async function rehearsePlan(
  callOperation: CallOperation,
  { operation }: PlannedWrite,
): Promise<Record<string, unknown>> {
  const answer = await callOperation({ ...operation, url: `${operation.url}?dry_run=true` })
  if (answer.status >= 400) throw toRefusal(answer)
  return answer.body
}

/** The limits are held again at the confirmation, where they are counted under a lock. */
async function assertPlannable(
  { services, scope, principal }: PlanContext,
  plan: LimitedPlan,
): Promise<void> {
  const { agentLimits: limits, keyId } = principal
  if (limits === null) return
  const now = services.clock.now()
  const currency = limits.money_per_day?.currency ?? null
  const confirmed = await confirmedSince(services.db, scope, { keyId, since: startOfDay(now), currency })
  assertWithinLimits(plan, limits, { confirmed, now })
}

export async function makePlan(
  context: PlanContext,
  body: PlanCreateBody,
): Promise<Plan & { token: string }> {
  const { services, scope, principal, callOperation } = context
  const now = services.clock.now()
  const write = toPlannedWrite(body)
  assertKind(principal.agentLimits, write.kind)
  // The basis is read first: a change during the dry run makes the plan stale.
  const facts = await readFacts(services.db, scope, write, { since: now, now })
  const answer = await rehearsePlan(callOperation, write)
  const money = plannedMoney(write, facts, answer)
  await assertPlannable(context, { kind: write.kind, money })
  const token = `plan_${randomToken(tokenLength)}`
  const { stay, thread, listing } = facts
  return writeOnce(context, async (tx) => {
    const row = await insertPlan(tx, scope, {
      id: randomUUID(),
      keyId: principal.keyId,
      kind: write.kind,
      connectionId: stay?.connection_id ?? thread?.connection_id ?? listing?.connection_id ?? null,
      listingId: listing?.id ?? null,
      token_hash: hashPlanToken(token),
      operation: { ...write.operation, about: write.about },
      shown: describePlan(write, facts, { money, answer }),
      basis: basisOf(facts, moneyText(money)),
      money: money === null ? null : String(money.amount),
      currency: money?.currency ?? null,
      at: now,
      expiresAt: new Date(now.getTime() + openMs),
    })
    return { ...toPlan(row, now), token }
  })
}
