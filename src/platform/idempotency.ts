/**
 * A request with an `Idempotency-Key` runs once: the first claims the key, and others with the same key are told that it
 * runs or get its stored answer. A claim is a lease that is renewed while the request runs, so that the key of a process
 * that died is free again soon.
 */
import { randomUUID } from 'node:crypto'
import { ApiError } from './api-error.ts'
import type { Clock } from './clock.ts'
import type { Vault } from './crypto.ts'
import {
  claimKey,
  releaseKey,
  renewLease,
  storeAnswer,
  type IdempotencyKeyRow,
  keptAnswers,
  replaceAnswer,
} from './idempotency-queries.ts'
import type { Log } from './log.ts'
import type { Queryable, Scope } from './tenant.ts'

export interface StoredAnswer {
  status: number
  headers: Record<string, string>
  readonly text: string
  /** The text as it goes out, where it is kept so: then `text` is made of it whenever it is asked for. */
  readonly bytes?: Buffer
}

export interface KeyedRequest {
  key: string
  operation: string
  /** Everything that makes two requests the same one, as one text. */
  request: string
}

export interface KeyClaim {
  /** In the transaction of the work, so that the answer is there exactly when the work is. false: taken over. */
  store(db: Queryable, answer: StoredAnswer): Promise<boolean>
  release(db: Queryable): Promise<void>
  /** Stops renewing. */
  end(): void
}

export interface IdempotencyKeys {
  /** Throws when the key belongs to another request, or to one that is still running. */
  claim(scope: Scope, request: KeyedRequest): Promise<{ claim: KeyClaim } | { answer: StoredAnswer }>
}

const keptMs = 24 * 3_600_000
/** Three renewals may come late before somebody else takes over. */
const renewalsPerLease = 4
const defaultLeaseMs = 20_000
/** Keys are freed and taken again while one looks: more rounds than this never happen. */
const rounds = 5

interface IdempotencyDeps {
  db: Queryable
  clock: Clock
  vault: Vault
  log: Log
  /** How long the key of a process that died is not free. */
  leaseMs?: number
}

/** Binds a stored answer to its key. */
export const answerContext = (scope: Scope, key: string): string => `idempotency:${scope.workspaceId}:${key}`

export function keyInUse(): ApiError {
  return new ApiError(
    'idempotency_key_in_use',
    'The first request with this `Idempotency-Key` is still running.',
    { retry_after: 1 },
  )
}

export function createIdempotencyKeys(needed: IdempotencyDeps): IdempotencyKeys {
  const { db, clock, vault, leaseMs = defaultLeaseMs } = needed
  return {
    async claim(scope, { key, operation, request }) {
      const signature = vault.sign('idempotency', request)
      const holder = randomUUID()
      const same = [signature]
      for (let round = 0; round < rounds; round += 1) {
        const now = clock.now()
        const row = await claimKey(db, scope, {
          key,
          operation,
          request: signature,
          same,
          holder,
          now,
          leaseUntil: new Date(now.getTime() + leaseMs),
          expiresAt: new Date(now.getTime() + keptMs),
        })
        if (!row) continue
        if (row.holder === holder) return { claim: claimOf(needed, scope, { key, holder }) }
        if (!vault.verify('idempotency', request, row.request)) throw reused()
        if (row.state === 'done') return { answer: answerOf(vault, scope, key, row) }
        if (row.lease_until > now) throw keyInUse()
        // Signed before the encryption key was replaced.
        same.push(row.request)
      }
      throw keyInUse()
    },
  }
}

const reused = () =>
  new ApiError(
    'idempotency_key_reused',
    'This `Idempotency-Key` was used within the last 24 hours for another request.',
  )

function answerOf(
  vault: Vault,
  scope: Scope,
  key: string,
  { status, headers, body }: IdempotencyKeyRow,
): StoredAnswer {
  if (status === null || headers === null || body === null) throw new Error('a stored answer is incomplete')
  return { status, headers, text: vault.decrypt(body, answerContext(scope, key)) }
}

function claimOf(
  { db, clock, vault, log, leaseMs = defaultLeaseMs }: IdempotencyDeps,
  scope: Scope,
  held: { key: string; holder: string },
): KeyClaim {
  const renewal = setInterval(() => {
    renewLease(db, scope, held, new Date(clock.now().getTime() + leaseMs)).catch((error: unknown) =>
      log.warn({ err: error }, 'the lease of an idempotency key was not renewed'),
    )
  }, leaseMs / renewalsPerLease)
  renewal.unref()
  return {
    store: (where, { status, headers, text }) =>
      storeAnswer(where, scope, held, {
        status,
        headers,
        body: vault.encrypt(text, answerContext(scope, held.key)),
      }),
    release: (where) => releaseKey(where, scope, held),
    end: () => clearInterval(renewal),
  }
}

const batch = 1_000

/** Kept answers, rewritten; answers how many differ. They are encrypted, so that only going through them finds what they say. */
export async function rewriteAnswers(
  { tx, vault }: { tx: Queryable; vault: Vault },
  scope: Scope,
  rewrite: (text: string) => string,
): Promise<number> {
  let rewritten = 0
  for (let after = ''; ;) {
    const rows = await keptAnswers(tx, scope, { after, limit: batch })
    for (const { key, body } of rows) {
      if (body === null) continue
      const context = answerContext(scope, key)
      const text = vault.decrypt(body, context)
      const next = rewrite(text)
      if (next === text) continue
      await replaceAnswer(tx, scope, { key, body: vault.encrypt(next, context) })
      rewritten += 1
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) return rewritten
    after = last.key
  }
}
