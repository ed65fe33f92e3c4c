/** Creates, changes and re-keys webhooks. */
import { randomUUID } from 'node:crypto'
import { eventKinds } from '../../contract/events.ts'
import {
  apiVersions,
  type WebhookCreateBody,
  type WebhookCreated,
  type WebhookSecretRotated,
  type WebhookUpdateBody,
} from '../../contract/webhook.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { decryptedIfReadable } from '../../platform/crypto.ts'
import { notifyDeliveries, openWrite } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import type { RouteWriteContext } from '../route.ts'
import { secretContext } from './delivery/deliver.ts'
import { joinSecrets, maskSecret, createWebhookSecret, splitSecrets } from './delivery/signature.ts'
import { toWebhook } from './map.ts'
import {
  updateSnapshotDone,
  insertWebhook,
  lockWebhookCount,
  lockWebhookSecrets,
  rotateWebhookSecret,
  updateWebhook,
  type NewWebhook,
  type WebhookRow,
} from './queries.ts'
import { listKnownPatterns, findUnknownPattern } from './rules.ts'
import { queueSnapshot } from './snapshot.ts'
import { assertAllowedTarget } from './targets.ts'

const subscribable = listKnownPatterns(eventKinds)
const newestApiVersion = apiVersions[apiVersions.length - 1] as string

function assertKnownEvents(events: readonly string[]): void {
  const unknown = findUnknownPattern(events, subscribable)
  if (!unknown) return
  const field = `events[${unknown.index}]`
  const hint = unknown.didYouMean ? ` Did you mean \`${unknown.didYouMean}\`?` : ''
  throw new ApiError('invalid_body', `\`${field}\` names no kind of event: \`${unknown.value}\`.${hint}`, {
    field,
    value_received: unknown.value,
    valid_values: subscribable,
    ...(unknown.didYouMean ? { did_you_mean: unknown.didYouMean } : {}),
  })
}

export async function createWebhook(
  context: RouteWriteContext,
  body: WebhookCreateBody,
): Promise<WebhookCreated> {
  const { services, scope } = context
  const { vault, clock, config } = services
  assertKnownEvents(body.events)
  await assertAllowedTarget(body.url, config.allowPrivateTargets)
  const id = randomUUID()
  const secret = createWebhookSecret()
  const wanted: NewWebhook = {
    id,
    url: body.url,
    description: body.description ?? null,
    events: [...new Set(body.events)],
    apiVersion: body.apiVersion ?? newestApiVersion,
    secret: vault.encrypt(secret, secretContext(scope.workspaceId, id)),
    secretKeyId: vault.keyId,
    secretMasked: maskSecret(secret),
    ordered: body.ordered ?? false,
    snapshotPending: body.snapshot ?? false,
  }
  const insert = body.snapshot ? insertWithSnapshot : insertWebhook
  return writeOnce(context, async (tx) => {
    const used = await lockWebhookCount(tx, scope)
    if (used >= config.maxWebhooks) throw tooMany(used, config.maxWebhooks)
    return { ...toWebhook(await insert(tx, scope, wanted, clock.now())), secret }
  })
}

const tooMany = (used: number, limit: number) =>
  new ApiError('too_many_webhooks', `The workspace has ${used} webhooks; it may have ${limit}.`, {
    limit,
    used,
  })

async function insertWithSnapshot(
  tx: Queryable,
  scope: Scope,
  wanted: NewWebhook,
  now: Date,
): Promise<WebhookRow> {
  const write = await openWrite(tx, scope, now)
  const row = await insertWebhook(tx, scope, wanted, now)
  if ((await queueSnapshot(write, row)) > 0) return row
  await updateSnapshotDone(tx, scope, row.id)
  return { ...row, snapshot_pending: false }
}

export async function changeWebhook(
  services: Services,
  scope: Scope,
  id: string,
  body: WebhookUpdateBody,
): Promise<WebhookRow | undefined> {
  const { db, clock, config } = services
  const { url, events } = body
  if (events) assertKnownEvents(events)
  if (url !== undefined) await assertAllowedTarget(url, config.allowPrivateTargets)
  const row = await updateWebhook(
    db,
    scope,
    id,
    { ...body, ...(events ? { events: [...new Set(events)] } : {}) },
    clock.now(),
  )
  // Deliveries that waited for the activation are due now.
  if (body.status === 'active') await notifyDeliveries(db)
  return row
}

/** How long previous secrets also sign. */
const overlapMs = 24 * 3_600_000
const mostFormer = 3

/**
 * After repeated rotations or a lost answer, a receiver may have any secret still valid. Secrets that cannot
 * be decrypted sign nothing.
 */
export async function rotateSigningSecret(
  tx: Queryable,
  { vault, clock }: Services,
  scope: Scope,
  id: string,
): Promise<WebhookSecretRotated | undefined> {
  const now = clock.now()
  const context = secretContext(scope.workspaceId, id)
  const standing = await lockWebhookSecrets(tx, scope, id, now)
  if (!standing) return undefined
  const former = [standing.secret, standing.former]
    .map((sealed) => sealed && decryptedIfReadable(vault, sealed, context))
    .flatMap((text) => (text === null ? [] : splitSecrets(text)))
    .slice(0, mostFormer)
  const until = former.length > 0 ? new Date(now.getTime() + overlapMs) : null
  const secret = createWebhookSecret()
  await rotateWebhookSecret(
    tx,
    scope,
    id,
    {
      secret: vault.encrypt(secret, context),
      former: until && { sealed: vault.encrypt(joinSecrets(former), context), until },
      keyId: vault.keyId,
      secretMasked: maskSecret(secret),
    },
    now,
  )
  return {
    id,
    secret,
    rotatedAt: now.toISOString(),
    previousSecretValidUntil: until?.toISOString() ?? null,
  }
}
