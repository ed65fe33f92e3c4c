/** The primary key of idempotency keys decides which of several equal requests runs. */
import { sql } from 'kysely'
import type { Queryable, Scope } from './tenant.ts'

export interface IdempotencyKeyRow {
  holder: string
  request: string
  state: 'running' | 'done'
  lease_until: Date
  status: number | null
  headers: Record<string, string> | null
  body: Buffer | null
}

export interface IdempotencyKeyClaim {
  key: string
  operation: string
  request: string
  /** The same request has these hashes. A run with one of them whose lease ended may be taken over. */
  same: readonly string[]
  holder: string
  now: Date
  leaseUntil: Date
  expiresAt: Date
}

/** Returns the row after the claim: the caller's own, or that of an earlier request. */
export async function claimKey(
  db: Queryable,
  scope: Scope,
  claim: IdempotencyKeyClaim,
): Promise<IdempotencyKeyRow | undefined> {
  const { key, operation, request, same, holder, now, leaseUntil, expiresAt } = claim
  const { rows } = await sql<IdempotencyKeyRow>`
    with claimed as (
      insert into idempotency_keys as k
        (workspace_id, key, operation, request, state, holder, lease_until, created_at, expires_at)
      values (${scope.workspaceId}, ${key}, ${operation}, ${request}, 'running', ${holder}, ${leaseUntil}, ${now}, ${expiresAt})
      on conflict (workspace_id, key) do update
        set operation = excluded.operation, request = excluded.request, state = 'running', holder = excluded.holder,
            lease_until = excluded.lease_until, status = null, headers = null, body = null,
            created_at = excluded.created_at, expires_at = excluded.expires_at
        where k.expires_at <= ${now}
          or (k.state = 'running' and k.lease_until <= ${now} and k.request = any(${same}::text[]))
      returning holder, request, state, lease_until, status, headers, body
    )
    select * from claimed
    union all
    select holder, request, state, lease_until, status, headers, body from idempotency_keys
    where workspace_id = ${scope.workspaceId} and key = ${key} and not exists (select from claimed)`.execute(
    db,
  )
  return rows[0]
}

/** Names a running request; one that was taken over has another holder. */
export interface HeldIdempotencyKey {
  key: string
  holder: string
}

/** Returns false when the request was taken over or has its answer already. */
export async function storeAnswer(
  db: Queryable,
  scope: Scope,
  { key, holder }: HeldIdempotencyKey,
  answer: { status: number; headers: Record<string, string>; body: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update idempotency_keys
    set state = 'done', status = ${answer.status}, headers = ${JSON.stringify(answer.headers)}::jsonb, body = ${answer.body}
    where workspace_id = ${scope.workspaceId} and key = ${key} and holder = ${holder} and state = 'running'`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Releases the key, so that the next request with it runs. */
export async function releaseKey(
  db: Queryable,
  scope: Scope,
  { key, holder }: HeldIdempotencyKey,
): Promise<void> {
  await sql`
    delete from idempotency_keys
    where workspace_id = ${scope.workspaceId} and key = ${key} and holder = ${holder} and state = 'running'`.execute(
    db,
  )
}

export async function renewLease(
  db: Queryable,
  scope: Scope,
  { key, holder }: HeldIdempotencyKey,
  until: Date,
): Promise<void> {
  await sql`
    update idempotency_keys set lease_until = ${until}
    where workspace_id = ${scope.workspaceId} and key = ${key} and holder = ${holder} and state = 'running'`.execute(
    db,
  )
}

/** Deletes answers about deleted records; running requests keep their rows. */
export async function forgetAnswers(db: Queryable, scope: Scope): Promise<void> {
  await sql`
    delete from idempotency_keys where workspace_id = ${scope.workspaceId} and state = 'done'`.execute(db)
}

/** Deletes expired rows of every workspace, except rows that were just claimed again. */
export async function deleteExpiredKeys(db: Queryable, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys k using (
      select workspace_id, key from idempotency_keys where expires_at <= ${now} order by expires_at limit ${limit}) old
    where k.workspace_id = old.workspace_id and k.key = old.key and k.expires_at <= ${now}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface SealedAnswer {
  key: string
  body: Buffer | null
}

/** Lists answers that can be replayed, in the order of their keys. */
export async function keptAnswers(
  db: Queryable,
  scope: Scope,
  { after, limit }: { after: string; limit: number },
): Promise<SealedAnswer[]> {
  const { rows } = await sql<SealedAnswer>`
    select key, body from idempotency_keys
    where workspace_id = ${scope.workspaceId} and state = 'done' and key > ${after} order by key limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function replaceAnswer(db: Queryable, scope: Scope, { key, body }: SealedAnswer): Promise<void> {
  await sql`
    update idempotency_keys set body = ${body}
    where workspace_id = ${scope.workspaceId} and key = ${key} and state = 'done'`.execute(db)
}
