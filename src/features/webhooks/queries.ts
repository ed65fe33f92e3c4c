import { sql, type RawBuilder } from 'kysely'
import type { PageRequest, ListOrdering } from '../../http/list.ts'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'

const shown = [
  'id',
  'url',
  'description',
  'events',
  'api_version',
  'status',
  'ordered',
  'snapshot_pending',
  'consecutive_failures',
  'consecutive_exhausted',
  'last_delivered_at',
  'last_success_at',
  'last_failure_at',
  'last_delivery_status',
  'disabled_at',
  'disabled_reason',
  'held_until',
  'created_at',
  'updated_at',
  'secret_masked',
] as const

export type WebhookRow = Awaited<ReturnType<typeof webhookRows>>[number]

export const webhookOrdering: ListOrdering<WebhookRow> = {
  name: 'created',
  direction: 'desc',
  keys: [
    { expression: sql`created_at`, type: 'timestamptz', valueOf: (row) => row.created_at.toISOString() },
    { expression: sql`id`, type: 'uuid', valueOf: (row) => row.id },
  ],
}

const present = (db: Queryable, scope: Scope) => from(db, scope, 'webhooks').where('deleted_at', 'is', null)

export function webhookRows(db: Queryable, scope: Scope, page: PageRequest) {
  return present(db, scope)
    .select(shown)
    .$if(page.after !== undefined, (query) => query.where(page.after as RawBuilder<boolean>))
    .orderBy(page.orderBy as RawBuilder<unknown>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function webhookTotal(db: Queryable, scope: Scope): Promise<number> {
  const { count } = await present(db, scope)
    .select((e) => e.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function webhook(db: Queryable, scope: Scope, id: string): Promise<WebhookRow | undefined> {
  return present(db, scope).select(shown).where('id', '=', id).executeTakeFirst()
}

/** Keeps the count of webhooks fixed until the transaction ends. */
export async function lockWebhookCount(tx: Queryable, scope: Scope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${scope.workspaceId}`}, 0))`.execute(tx)
  return webhookTotal(tx, scope)
}

export interface NewWebhook {
  id: string
  url: string
  description: string | null
  events: string[]
  apiVersion: string
  secret: Buffer
  secretKeyId: string
  secretMasked: string
  ordered: boolean
  snapshotPending: boolean
}

export function insertWebhook(
  db: Queryable,
  scope: Scope,
  wanted: NewWebhook,
  now: Date,
): Promise<WebhookRow> {
  return db
    .insertInto('webhooks')
    .values({
      workspace_id: scope.workspaceId,
      id: wanted.id,
      url: wanted.url,
      description: wanted.description,
      events: wanted.events,
      api_version: wanted.apiVersion,
      secret: wanted.secret,
      secret_key_id: wanted.secretKeyId,
      secret_masked: wanted.secretMasked,
      ordered: wanted.ordered,
      snapshot_pending: wanted.snapshotPending,
      created_at: now,
      updated_at: now,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()
}

/** True if it existed. */
export async function deleteWebhook(db: Queryable, scope: Scope, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ deleted_at: now, updated_at: now })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface WebhookChanges {
  url?: string
  description?: string | null
  events?: string[]
  status?: 'active' | 'paused'
}

/** Activating a webhook clears its failures. */
const clearedFailures = {
  status: 'active',
  consecutive_failures: 0,
  consecutive_exhausted: 0,
  disabled_at: null,
  disabled_reason: null,
  held_until: null,
}
const paused = { status: 'paused', disabled_at: null, disabled_reason: null }

export function updateWebhook(
  db: Queryable,
  scope: Scope,
  id: string,
  { status, ...changes }: WebhookChanges,
  now: Date,
): Promise<WebhookRow | undefined> {
  return db
    .updateTable('webhooks')
    .set({ ...changes, ...(status ? { active: clearedFailures, paused }[status] : {}), updated_at: now })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(shown)
    .executeTakeFirst()
}

/** Encrypted; earlier secrets only while they are valid. */
export interface WebhookSecrets {
  secret: Buffer
  former: Buffer | null
}

export async function lockWebhookSecrets(
  db: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<WebhookSecrets | undefined> {
  const { rows } = await sql<WebhookSecrets>`
    select secret, case when previous_secret_until > ${now} then previous_secret end as former from webhooks
    where workspace_id = ${scope.workspaceId} and id = ${id} and deleted_at is null for update`.execute(db)
  return rows[0]
}

export interface NewWebhookSecret {
  secret: Buffer
  /** Null if none can be decrypted. */
  former: { sealed: Buffer; until: Date } | null
  keyId: string
  secretMasked: string
}

export async function rotateWebhookSecret(
  db: Queryable,
  scope: Scope,
  id: string,
  { secret, former, keyId, secretMasked }: NewWebhookSecret,
  now: Date,
): Promise<void> {
  await sql`
    update webhooks
    set previous_secret = ${former?.sealed ?? null}, previous_secret_key_id = ${former ? keyId : null},
        previous_secret_until = ${former?.until ?? null},
        secret = ${secret}, secret_key_id = ${keyId}, secret_masked = ${secretMasked}, updated_at = ${now}
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
}

export interface DisabledWebhook {
  id: string
  url: string
  disabled_reason: 'gone' | 'deliveries_given_up'
  last_delivery_status: number | null
}

/** Does nothing if the webhook was paused, deleted or successful meanwhile. */
export async function disableWebhook(
  db: Queryable,
  scope: Scope,
  id: string,
  { now, after }: { now: Date; after: number },
): Promise<DisabledWebhook | undefined> {
  const { rows } = await sql<DisabledWebhook>`
    update webhooks
    set status = 'disabled', disabled_at = ${now}, updated_at = ${now},
        disabled_reason = case when last_delivery_status = 410 then 'gone' else 'deliveries_given_up' end
    where workspace_id = ${scope.workspaceId} and id = ${id} and status = 'active' and deleted_at is null
      and consecutive_exhausted >= ${after}
    returning id, url, disabled_reason, last_delivery_status`.execute(db)
  return rows[0]
}

/** The webhook with its encrypted secret, locked. */
export function webhookForUpdate(db: Queryable, scope: Scope, id: string) {
  return present(db, scope)
    .select(['id', 'status', 'secret', 'ordered'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Ends the wait for an empty snapshot. */
export async function updateSnapshotDone(db: Queryable, scope: Scope, id: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ snapshot_pending: false })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .execute()
}
