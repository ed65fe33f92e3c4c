import type { WebhookReplay } from '../../contract/webhook-delivery.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { assertListingActive } from '../../records/listings/active.ts'
import type { Services } from '../../services.ts'
import { attempt } from './attempt-queries.ts'
import { claimReplay } from './delivery/delivery-lease-queries.ts'
import type { ClaimedDelivery } from './delivery/claimed-delivery.ts'
import { secretContext } from './delivery/deliver.ts'
import { typesForInactiveListings } from './delivery/envelope.ts'
import { deliverNow, ownAttemptLease } from './fire-event.ts'
import { toDeliveryDetail } from './map.ts'
import { deliveryOfAttempt, type ReplayedDelivery } from './replay-queries.ts'

/** How often a delivery may be sent again by hand. Pure. */
const replayLimit = 3
const replayWindowMinutes = 60
/** What is older is not sent again. */
const replayableDays = 7

const windowMs = replayWindowMinutes * 60_000

/** Of the replays so far, those that still count. */
function replaysInWindow(replayedAt: readonly Date[], now: Date): Date[] {
  return replayedAt.filter((at) => at.getTime() > now.getTime() - windowMs)
}

/** When the oldest of them stops counting. */
function windowResetAt(counted: readonly Date[], now: Date): Date {
  return new Date(Math.min(now.getTime(), ...counted.map((at) => at.getTime())) + windowMs)
}

function isReplayable(createdAt: Date, now: Date): boolean {
  return createdAt.getTime() > now.getTime() - replayableDays * 24 * 3_600_000
}

export interface ReplayRequest {
  webhookId: string
  attemptId: string
  force: boolean
}

interface ClaimedReplay {
  claimed: ClaimedDelivery
  /** Replays that count, including this one. */
  counted: Date[]
  forced: boolean
}

/** Sends a delivery once more, now, and returns the result. */
export async function replayDelivery(
  services: Services,
  scope: Scope,
  request: ReplayRequest,
): Promise<WebhookReplay> {
  const now = services.clock.now()
  const { claimed, counted, forced } = await services.db
    .transaction()
    .execute((tx) => claim(services, tx, scope, request, now))
  await deliverNow(services, claimed)
  const row = await attempt(services.db, scope, { webhookId: request.webhookId, id: claimed.attemptId })
  if (!row) throw new Error(`the replay ${claimed.attemptId} was not written down`)
  return {
    ...toDeliveryDetail(row),
    replayNumber: counted.length,
    replaysRemaining: replayLimit - counted.length,
    replayLimit,
    nextWindowResetAt: windowResetAt(counted, now).toISOString(),
    ...(forced ? { forced } : {}),
  }
}

async function claim(
  services: Services,
  tx: Queryable,
  scope: Scope,
  request: ReplayRequest,
  now: Date,
): Promise<ClaimedReplay> {
  const { webhookId, attemptId, force } = request
  const delivery = await deliveryOfAttempt(tx, scope, { webhookId, attemptId, now })
  if (!delivery) {
    throw new ApiError('not_found', `No delivery ${attemptId} in this workspace.`, {
      field: 'deliveryId',
      value_received: attemptId,
    })
  }
  if (delivery.listing_id !== null && !typesForInactiveListings.includes(delivery.event_type)) {
    await assertListingActive(tx, { workspaceId: delivery.event_workspace_id }, delivery.listing_id)
  }
  const counted = replaysInWindow(delivery.replayed_at, now)
  assertMayReplay(delivery, { counted, force, now })
  const replayedAt = [...counted, now]
  const claimed = await claimReplay(tx, scope, delivery.id, { ...ownAttemptLease(now), replayedAt })
  if (!claimed) throw new Error(`delivery ${delivery.id} was not claimed for a replay`)
  assertSecretOpens(services, claimed)
  return { claimed, counted: replayedAt, forced: delivery.state === 'succeeded' }
}

function assertMayReplay(
  delivery: ReplayedDelivery,
  { counted, force, now }: { counted: readonly Date[]; force: boolean; now: Date },
): void {
  if (delivery.state === 'succeeded' && !force) {
    throw new ApiError('delivery_already_succeeded', 'The receiver accepted this delivery already.', {
      replays_made: counted.length,
      succeeded_at: delivery.succeeded_at?.toISOString() ?? null,
      receiver_status: delivery.receiver_status,
    })
  }
  if (counted.length >= replayLimit) {
    const allowedAt = windowResetAt(counted, now)
    throw new ApiError(
      'replay_limit_reached',
      `This delivery was replayed ${counted.length} times within ${replayWindowMinutes} minutes.`,
      {
        replays_made: counted.length,
        replay_limit: replayLimit,
        replay_window_minutes: replayWindowMinutes,
        next_replay_allowed_at: allowedAt.toISOString(),
      },
    )
  }
  if (!isReplayable(delivery.created_at, now)) {
    throw invalidState(
      `The event is older than ${replayableDays} days.`,
      'expired',
      'Read the record it is about, or `GET /v1/events`.',
    )
  }
  if (!['pending', 'succeeded', 'exhausted'].includes(delivery.state)) {
    throw invalidState('An attempt to deliver it is under way or planned.', delivery.state)
  }
}

function assertSecretOpens(services: Services, claimed: ClaimedDelivery): void {
  const context = secretContext(claimed.workspaceId, claimed.webhookId)
  try {
    for (const sealed of claimed.sealedSecrets) services.vault.decrypt(sealed, context)
  } catch (error) {
    throw new ApiError(
      'invalid_state',
      'The webhook has no usable signing secret.',
      { currentStatus: 'no_secret' },
      { cause: error, fix: 'Make a new one with `POST /v1/webhooks/{id}/rotate-secret`.' },
    )
  }
}

const invalidState = (message: string, currentStatus: string, fix?: string) =>
  new ApiError('invalid_state', message, { currentStatus }, fix ? { fix } : {})
