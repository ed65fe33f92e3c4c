/**
 * The cause says who or what changes records. It travels with the asynchronous work, so that functions need
 * not pass it on; `openWrite` hands it to the transaction.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type WriteCause =
  | { kind: 'request'; requestId: string; keyId: string | null; memberId?: string; operation: string }
  | { kind: 'sync_run'; connectionId: string; runId: string }
  | { kind: 'inbound_hint'; connectionId: string }
  | { kind: 'expiry' | 'import' | 'sandbox' }

const causes = new AsyncLocalStorage<WriteCause>()

export const runWithCause = <T>(cause: WriteCause, work: () => T): T => causes.run(cause, work)

/** Returns the cause as JSON for the transaction; empty when none was set. */
export function currentCause(): string {
  const cause = causes.getStore()
  return cause === undefined ? '' : JSON.stringify(cause)
}
