/** Runs a request once per `Idempotency-Key` and stores its answer. */
import { ApiError } from '../platform/api-error.ts'
import { keyInUse, type StoredAnswer, type KeyClaim, type KeyedRequest } from '../platform/idempotency.ts'
import type { Log } from '../platform/log.ts'
import type { Queryable } from '../platform/tenant.ts'
import { isFinal } from './idempotency-rules.ts'
import type { StoreAnswer } from './route.ts'

export interface AnswerOnceOptions {
  db: Queryable
  log: Log
  request: KeyedRequest
  claim(request: KeyedRequest): Promise<{ claim: KeyClaim } | { answer: StoredAnswer }>
  /** Makes the answer from what a handler returned or threw. */
  render(result: unknown): StoredAnswer
  work(store: StoreAnswer): Promise<StoredAnswer>
}

export const storeNothing: StoreAnswer = async () => {}

export async function answerOnce(
  run: AnswerOnceOptions,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  const claimed = await run.claim(run.request)
  if ('answer' in claimed) return { answer: claimed.answer, replayed: true }
  const { claim } = claimed
  let stored: StoredAnswer | undefined
  const store: StoreAnswer = async (tx, result) => {
    if (result instanceof ApiError && !isFinal(result)) return claim.release(tx)
    const answer = run.render(result)
    // Another run took over, so this one's work must not commit.
    if (!(await claim.store(tx, answer))) throw keyInUse()
    stored = answer
  }
  try {
    const answer = await run.work(store)
    if (stored?.text !== answer.text) await settle(run, claim, answer)
    return { answer, replayed: false }
  } catch (error) {
    const final = error instanceof ApiError && isFinal(error) && run.render(error)
    await settle(run, claim, final || null)
    throw error
  } finally {
    claim.end()
  }
}

/**
 * Stores an answer or releases the key; neither touches an answer committed with the work. If it fails, the answer is sent anyway and the
 * lease expires.
 */
async function settle(
  { db, log, request }: AnswerOnceOptions,
  claim: KeyClaim,
  answer: StoredAnswer | null,
): Promise<void> {
  try {
    if (answer === null) await claim.release(db)
    else if (!(await claim.store(db, answer)))
      log.warn({ operation: request.operation }, 'an answer was not stored: its key was taken over')
  } catch (error) {
    log.error({ err: error, operation: request.operation }, 'an answer was not stored under its key')
  }
}
