/** `POST /v1/plans/{id}/confirm`: carries a plan out once, while nothing that it rests on changed. */
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PlanConfirmed } from '../../../contract/agent-plan.ts'
import type { OperationAnswer } from '../../../http/call-operation.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { currentPatience } from '../../../platform/request-patience.ts'
import { assertWithinLimits, startOfDay } from './check-limits.ts'
import { moneyText, plannedMoney } from './describe-plan.ts'
import { hashPlanToken, rehearsePlan, type PlanContext } from './make-plan.ts'
import { basisOf, listChanges, readFacts } from './plan-basis.ts'
import type { PlannedWrite } from './plan-operations.ts'
import { confirmedSince, lockKeyLimits, planRow, settlePlan, startPlan, type PlanRow } from './queries.ts'
import { errorIn, isUndecided, toRefusal } from './refusals.ts'

/** An MCP server sends this header with its calls. */
const agentHeader = 'x-lodgewire-agent'
/** Idempotency keys are forgotten after 24 hours, and a later call with one would write again. */
const replayableMs = 20 * 3_600_000
const pauseMs = 100
/** The answer has to be sent within the patience of its caller. */
const reserveMs = 1_000

export const missingPlan = (id: string) =>
  new ApiError('not_found', `No plan ${id} in this workspace.`, { field: 'id', value_received: id })

/** Another key's plan and a wrong token answer as a plan that is not there. */
async function findPlan(
  { services, scope, principal }: PlanContext,
  id: string,
  token: string,
): Promise<PlanRow> {
  const plan = await planRow(services.db, scope, id)
  const isOwn = plan !== undefined && plan.key_id === principal.keyId && plan.status !== 'erased'
  if (isOwn && timingSafeEqual(plan.token_hash, hashPlanToken(token))) return plan
  throw missingPlan(id)
}

function assertMayConfirm({ principal, headers }: ConfirmContext): void {
  if (headers[agentHeader] === undefined || principal.agentLimits !== null) return
  throw new ApiError(
    'forbidden',
    'An agent confirms plans with a key that has `agent_limits`, and this key has none.',
    { field: 'agent_limits' },
    {
      fix: 'Make a key for the agent: `POST /v1/keys` with `agent_limits`, or `npm run lodgewire -- keys create`.',
    },
  )
}

export interface ConfirmContext extends PlanContext {
  headers: Record<string, string | string[] | undefined>
}

const expired = (message: string) => new ApiError('plan_expired', message)

const writeOf = (plan: PlanRow): PlannedWrite => {
  const { kind, operation } = plan
  if (operation === null) throw missingPlan(plan.id)
  const { about, ...call } = operation
  return { kind, operation: call, about }
}

/** Only a quote can change while no record does. */
const isQuoted = ({ kind }: PlanRow) => kind === 'booking' || kind === 'change'

async function assertFresh({ services, scope, callOperation }: PlanContext, plan: PlanRow): Promise<void> {
  const write = writeOf(plan)
  const times = { since: plan.created_at, now: services.clock.now() }
  const facts = await readFacts(services.db, scope, write, times)
  const assertSame = (money: string | null) => {
    const changed = listChanges(plan.basis, basisOf(facts, money))
    if (changed.length === 0) return
    throw new ApiError('plan_stale', `Changed since the plan was made: ${changed.join(', ')}.`, { changed })
  }
  assertSame(plan.basis.money)
  if (!isQuoted(plan)) return
  const answer = await rehearsePlan(callOperation, write)
  assertSame(moneyText(plannedMoney(write, facts, answer)))
}

/** Counts the plan for its key and marks it, in one transaction. Returns false when another confirmation was first. */
function claimPlan({ services, scope, principal }: PlanContext, plan: PlanRow): Promise<boolean> {
  const now = services.clock.now()
  const { keyId } = principal
  return services.db.transaction().execute(async (tx) => {
    const key = await lockKeyLimits(tx, keyId)
    if (!key) throw new ApiError('unauthorized', 'Invalid API key: it does not exist or was revoked.')
    const isFirst = await startPlan(tx, scope, plan.id, now)
    const limits = key.agent_limits
    if (!isFirst || limits === null) return isFirst
    const currency = limits.money_per_day?.currency ?? null
    const counted = await confirmedSince(tx, scope, {
      keyId,
      since: startOfDay(now),
      currency,
      except: plan.id,
    })
    const money =
      plan.money === null || plan.currency === null
        ? null
        : { amount: Number(plan.money), currency: plan.currency }
    assertWithinLimits({ kind: plan.kind, money }, limits, { confirmed: counted, now })
    return true
  })
}

/** The key of the operation follows from the plan, so that a repeated run finds the first one's write. */
const execute = ({ callOperation }: PlanContext, plan: PlanRow): Promise<OperationAnswer> =>
  callOperation({
    ...writeOf(plan).operation,
    idempotencyKey: `plan-${plan.id}-${plan.token_hash.toString('hex')}`,
  })

function unfinished(answer: OperationAnswer): ApiError {
  const error = errorIn(answer)
  const after = typeof error['retry_after'] === 'number' ? error['retry_after'] : 1
  return new ApiError('plan_unfinished', error.message, { retry_after: after, refusal: error })
}

function toOutcome(plan: PlanRow, repeated: boolean): PlanConfirmed {
  const { outcome, confirmed_at: confirmedAt } = plan
  if (outcome === null || confirmedAt === null) throw missingPlan(plan.id)
  if (plan.status === 'refused') throw toRefusal(outcome)
  const { id, kind } = plan
  return { id, kind, status: 'done', confirmed_at: confirmedAt.toISOString(), repeated, result: outcome.body }
}

const isSettled = ({ status }: PlanRow) => status === 'done' || status === 'refused'

/** Runs the operation of a claimed plan, or waits for whoever runs it. */
async function finish(context: PlanContext, claimed: PlanRow, isFirst: boolean): Promise<PlanConfirmed> {
  const { services, scope } = context
  for (;;) {
    const plan = (await planRow(services.db, scope, claimed.id)) ?? claimed
    if (isSettled(plan)) return toOutcome(plan, true)
    const confirmedAt = plan.confirmed_at ?? services.clock.now()
    if (services.clock.now().getTime() - confirmedAt.getTime() > replayableMs)
      throw expired('Its confirmation never learned the outcome, and a day has passed.')
    const answer = await execute(context, plan)
    const isRunning = answer.status >= 400 && errorIn(answer).code === 'idempotency_key_in_use'
    if (isRunning && (currentPatience()?.leftMs() ?? 0) > reserveMs) {
      await pause(pauseMs)
      continue
    }
    if (answer.status >= 400 && isUndecided(answer, isFirst)) throw unfinished(answer)
    const status = answer.status < 400 ? 'done' : 'refused'
    await settlePlan(services.db, scope, plan.id, { status, outcome: answer })
    return toOutcome({ ...plan, status, outcome: answer, confirmed_at: confirmedAt }, !isFirst)
  }
}

export async function confirmPlan(
  context: ConfirmContext,
  id: string,
  token: string,
): Promise<PlanConfirmed> {
  const plan = await findPlan(context, id, token)
  if (isSettled(plan)) return toOutcome(plan, true)
  assertMayConfirm(context)
  if (plan.status === 'confirming') return finish(context, plan, false)
  if (plan.expires_at <= context.services.clock.now())
    throw expired(`The plan could be confirmed until ${plan.expires_at.toISOString()}.`)
  try {
    await assertFresh(context, plan)
  } catch (error) {
    // Another confirmation may have made the change that was found.
    if ((await planRow(context.services.db, context.scope, id))?.status === 'open') throw error
    return finish(context, plan, false)
  }
  return finish(context, plan, await claimPlan(context, plan))
}
