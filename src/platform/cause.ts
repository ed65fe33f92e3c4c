/**
 * Who or what makes the changes of a piece of work. It goes along with the work itself, so that no function on the way to
 * the database has to hand it on; taking the head row tells it to the transaction (`openWrite`).
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type WriteCause =
  | { kind: 'request'; requestId: string; keyId: string | null; memberId?: string; operation: string }
  | { kind: 'sync_run'; connectionId: string; runId: string }
  | { kind: 'inbound_hint'; connectionId: string }
  | { kind: 'expiry' | 'import' | 'sandbox' }

const causes = new AsyncLocalStorage<WriteCause>()

export const causedBy = <T>(cause: WriteCause, work: () => T): T => causes.run(cause, work)

/** As a transaction is told; empty: nobody said. */
export function currentCause(): string {
  const cause = causes.getStore()
  return cause === undefined ? '' : JSON.stringify(cause)
}
