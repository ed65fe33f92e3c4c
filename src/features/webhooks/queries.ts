import { sql, type RawBuilder } from 'kysely'
import type { PageRequest, Ordering } from '../../http/list.ts'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'

const shown = [
  'id',
  'url',
  'description',
  'events',
  'api_version',
  'status',
  'consecutive_failures',
  'last_delivered_at',
  'last_success_at',
  'last_failure_at',
  'last_delivery_status',
  'disabled_at',
  'created_at',
  'updated_at',
  'secret_masked',
] as const

export type WebhookRow = Awaited<ReturnType<typeof webhookRows>>[number]

export const webhookOrdering: Ordering<WebhookRow> = {
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

export interface NewWebhook {
  id: string
  url: string
  description: string | null
  events: string[]
  apiVersion: string
  secret: Buffer
  secretKeyId: string
  secretMasked: string
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
      created_at: now,
      updated_at: now,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()
}

/** True when there was one. */
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
