/** Tells whether a transaction committed when the answer to its commit was lost. */
import { sql } from 'kysely'
import { hasFaultCode } from './database-fault.ts'
import type { Queryable } from './tenant.ts'

/** PostgreSQL ends a transaction whose client is gone after this long, so that it holds no locks. */
const mostIdleSeconds = 30
/** The refusal of a number that no transaction has had yet. */
const numberInFuture = '22023'

/** `null` while the transaction still runs. */
export type TransactionOutcome = 'committed' | 'aborted' | null

/** Names the transaction; called as its first statement, because a name that was not read cannot be asked for. */
export async function nameTransaction(tx: Queryable): Promise<string> {
  const { rows } = await sql<{ id: string; longest_silence: string }>`
    select pg_current_xact_id()::text as id,
           set_config('idle_in_transaction_session_timeout', ${`${mostIdleSeconds}s`}, true) as longest_silence`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('the transaction was not named')
  return row.id
}

/** A transaction so old that PostgreSQL forgot it counts as committed. */
export async function outcomeOfTransaction(db: Queryable, id: string): Promise<TransactionOutcome> {
  try {
    const { rows } = await sql<{ status: string | null }>`
      select pg_xact_status(${id}::text::xid8) as status`.execute(db)
    const status = rows[0]?.status ?? 'committed'
    return status === 'in progress' ? null : status === 'aborted' ? 'aborted' : 'committed'
  } catch (error) {
    // A server that took over without this transaction has not come to its number yet.
    if (hasFaultCode(error, numberInFuture)) return 'aborted'
    throw error
  }
}
