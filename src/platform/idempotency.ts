/**
 * Runs a request with an `Idempotency-Key` once. The first claims the key; others learn that it runs, or get its stored answer. The claim
 * is a lease renewed while the request runs, so that the key of a dead process becomes free.
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
  /** Set where the encoded text is kept; `text` is then decoded from it on demand. */
  readonly bytes?: Buffer
}

export interface KeyedRequest {
  key: string
  operation: string
  /** Two requests share this text exactly if they are the same. */
  request: string
}

export interface KeyClaim {
  /** Runs in the transaction of the work, so that answer and work commit together. Returns false when the request was taken over. */
  store(db: Queryable, answer: StoredAnswer): Promise<boolean>
  release(db: Queryable): Promise<void>
  /** Stops renewing the lease. */
  end(): void
}

export interface IdempotencyKeys {
  /** Throws when the key belongs to another request, or to one that still runs. */
  claim(scope: Scope, request: KeyedRequest): Promise<{ claim: KeyClaim } | { answer: StoredAnswer }>
}

const keptMs = 24 * 3_600_000
/** Three renewals may be late before another request takes over. */
const renewalsPerLease = 4
const defaultLeaseMs = 20_000
/** Limits retries while the key is freed and claimed again by others. */
const rounds = 5

interface IdempotencyDeps {
  db: Queryable
  clock: Clock
  vault: Vault
  log: Log
  /** The key of a dead process stays blocked this long. */
  leaseMs?: number
}

/** The encryption context binds an answer to its key. */
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
        // The request may have been hashed before the encryption key was replaced.
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

/** Returns the stored answers whose text matches. */
export async function answersMatching(
  { tx, vault }: { tx: Queryable; vault: Vault },
  scope: Scope,
  matches: (text: string) => boolean,
): Promise<{ key: string; answer: string }[]> {
  const found: { key: string; answer: string }[] = []
  for (let after = ''; ;) {
    const rows = await keptAnswers(tx, scope, { after, limit: batch })
    for (const { key, body } of rows) {
      if (body === null) continue
      const answer = vault.decrypt(body, answerContext(scope, key))
      if (matches(answer)) found.push({ key, answer })
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) return found
    after = last.key
  }
}

/**
 * Rewrites stored answers and returns how many changed. They are encrypted, so each must be decrypted to see
 * its content.
 */
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
