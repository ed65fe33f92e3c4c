/** Stores results: the attempts' rows, the deliveries' states and the webhooks' counters. */
import { sql, type RawBuilder } from 'kysely'
import { planOnce } from './plan-queries.ts'
import { arrayText } from '../../../platform/array-text.ts'
import { faultCodes, hasFaultCode } from '../../../platform/database-fault.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import type { AttemptResult } from './send-attempt.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import {
  disableAfterExhausted,
  sumEndpointChange,
  exhaustedWeight,
  type AttemptOutcome,
  type DeliverySettlement,
} from './delivery-state.ts'

export interface SettledAttempt {
  claimed: ClaimedDelivery
  outcome: AttemptOutcome
  /** Null if nothing was sent. */
  result: AttemptResult | null
  settlement: DeliverySettlement
  finishedAt: Date
}

const responseHeaderText = ({ result }: SettledAttempt) =>
  result?.responseHeaders ? JSON.stringify(result.responseHeaders) : null

/** Arrays per column: one JSON text takes the database three times as long. */
const input = (settled: readonly SettledAttempt[]) => sql`
  unnest(
    ${arrayText(settled.map(({ claimed }) => claimed.workspaceId))}::bigint[],
    ${arrayText(settled.map(({ claimed }) => claimed.deliveryId))}::uuid[], ${arrayText(settled.map(({ claimed }) => claimed.attemptId))}::uuid[],
    ${arrayText(settled.map(({ claimed }) => claimed.webhookId))}::uuid[],
    ${arrayText(settled.map(({ claimed }) => claimed.eventSequence))}::bigint[], ${arrayText(settled.map(({ claimed }) => claimed.number))}::int[],
    ${arrayText(settled.map(({ claimed }) => claimed.replayFrom !== null))}::boolean[], ${arrayText(settled.map(({ outcome }) => outcome))}::text[],
    ${arrayText(settled.map(({ result }) => result?.status ?? null))}::int[],
    ${arrayText(settled.map(({ result }) => result?.responseTimeMs ?? null))}::int[],
    ${settled.map(({ result }) => result?.signatures ?? null)}::text[],
    ${settled.map(responseHeaderText)}::text[],
    ${settled.map(({ result }) => result?.responseBody ?? null)}::text[], ${settled.map(({ result }) => result?.error ?? null)}::text[],
    ${arrayText(settled.map(({ claimed }) => claimed.attemptAt.toISOString()))}::timestamptz[],
    ${arrayText(settled.map(({ finishedAt }) => finishedAt.toISOString()))}::timestamptz[],
    ${arrayText(settled.map(({ settlement }) => settlement.state))}::text[], ${arrayText(settled.map(({ settlement }) => settlement.failures))}::int[],
    ${arrayText(settled.map(({ settlement }) => settlement.nextAttemptAt?.toISOString() ?? null))}::timestamptz[]
  ) as i (workspace_id, delivery_id, attempt_id, webhook_id, event_sequence, number, replay, outcome, status_code,
          response_time_ms, signatures, response_header_text, response_body, error, started_at, finished_at, state, failures,
          next_attempt_at)`

function endpointRows(settled: readonly SettledAttempt[]) {
  const byWebhook = Map.groupBy(settled, ({ claimed }) => `${claimed.workspaceId} ${claimed.webhookId}`)
  return [...byWebhook.values()].flatMap((ofOne) => {
    const [first] = ofOne
    const change = sumEndpointChange(
      ofOne.map((one) => ({
        outcome: one.outcome,
        exhausted: exhaustedWeight(one.claimed, one.settlement, one.result?.gone ?? false),
        finishedAt: one.finishedAt,
        status: one.result?.status ?? null,
        pauseMs: one.result?.pauseMs ?? null,
      })),
    )
    if (!first || !change) return []
    return [{ workspace_id: first.claimed.workspaceId, webhook_id: first.claimed.webhookId, ...change }]
  })
}

/** A webhook that failed too often. */
export interface FailedWebhook {
  workspaceId: string
  webhookId: string
}

/**
 * Stores all results in one statement, without locking webhooks in an order first: only the process that holds an endpoint's lease writes its
 * results. Should two statements ever wait for each other, PostgreSQL ends one, and it is written again. A delivery taken over meanwhile keeps its state, but the attempt's row
 * gets the true result. Returns the webhooks to disable.
 */
export async function insertSettledAttempts(
  db: Queryable,
  settled: readonly SettledAttempt[],
  isKnown = false,
): Promise<FailedWebhook[]> {
  if (settled.length === 0) return []
  try {
    return await write(db, settled, isKnown, sql``)
  } catch (error) {
    if (!hasFaultCode(error, faultCodes.uniqueViolation)) throw error
    // An attempt was recorded as interrupted and exists already; that is too rare to check beforehand.
    return write(db, settled, false, insteadOfInterrupted)
  }
}

const insteadOfInterrupted = sql`
  on conflict (workspace_id, id, started_at) do update
    set outcome = excluded.outcome, status_code = excluded.status_code, response_time_ms = excluded.response_time_ms,
        signatures = excluded.signatures, response_header_text = excluded.response_header_text,
        response_body = excluded.response_body, error = excluded.error, finished_at = excluded.finished_at`

async function write(
  db: Queryable,
  settled: readonly SettledAttempt[],
  isKnown: boolean,
  onConflict: RawBuilder<unknown>,
): Promise<FailedWebhook[]> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    with input as (
      select * from ${input(settled)}
    ), moved as (
      update deliveries d
      set state = i.state, attempts = i.number, failures = i.failures, next_attempt_at = coalesce(i.next_attempt_at, d.next_attempt_at),
          attempt_id = null, attempt_at = null, claimed_until = null, replay_from = null,
          finished_at = case when i.state = 'pending' then null else i.finished_at end
      from input i
      where d.workspace_id = i.workspace_id and d.id = i.delivery_id
        -- Claimed by itself, or with the turn of its endpoint.
        and (d.attempt_id = i.attempt_id or d.state = 'pending' and d.attempts = i.number - 1)
    ), logged as (
      insert into delivery_attempts (workspace_id, id, delivery_id, webhook_id, event_sequence, number, replay,
        outcome, status_code, response_time_ms, signatures, response_header_text, response_body, error, started_at,
        finished_at)
      select workspace_id, attempt_id, delivery_id, webhook_id, event_sequence, number, replay, outcome,
        status_code, response_time_ms, signatures, response_header_text, response_body,
        error, started_at, finished_at
      from input where outcome <> 'withheld' ${onConflict}
    ), change as (
      select * from jsonb_to_recordset(${JSON.stringify(endpointRows(settled))}::jsonb) as r (
        workspace_id bigint, webhook_id uuid, succeeded boolean, failed int, exhausted int,
        "lastSuccessAt" timestamptz, "lastFailureAt" timestamptz, "lastDeliveredAt" timestamptz, "lastStatus" int,
        "heldUntil" timestamptz)
    ), counted as (
      update webhooks w
      set consecutive_failures = case when c.succeeded then 0 else w.consecutive_failures end + c.failed,
          consecutive_exhausted = case when c.succeeded then 0 else w.consecutive_exhausted end + c.exhausted,
          last_success_at = coalesce(c."lastSuccessAt", w.last_success_at),
          last_failure_at = coalesce(c."lastFailureAt", w.last_failure_at),
          last_delivered_at = c."lastDeliveredAt", last_delivery_status = c."lastStatus",
          held_until = greatest(w.held_until, c."heldUntil")
      from change c where w.workspace_id = c.workspace_id and w.id = c.webhook_id
      returning w.workspace_id, w.id, w.status = 'active' and w.deleted_at is null as is_active,
                w.consecutive_exhausted as exhausted
    )
    select workspace_id, id from counted where is_active and exhausted >= ${disableAfterExhausted}::int ${planOnce(isKnown)}`.execute(
    db,
  )
  return rows.map((row) => ({ workspaceId: row.workspace_id, webhookId: row.id }))
}
