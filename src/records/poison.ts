/** One record the database refuses must not stop the others. */
import { sql } from 'kysely'
import { nothing, together, type Applied, type Batch } from './batch.ts'

/** Data exceptions and broken constraints: the record's fault. Anything else (a lost connection) is not. */
const isRecordsFault = (code: unknown) => typeof code === 'string' && /^2[23]/.test(code)

/** A record that stands alone in its transaction was refused: the transaction is to be given up and its failure noted. */
export class RecordRefused extends Error {
  override name = 'RecordRefused'
}

/** Stores a record that is alone in its transaction: nothing of it has to be saved from a refusal. */
export async function storeOne<R>(batch: Batch, record: R, apply: Apply<R>): Promise<Applied> {
  try {
    return await apply(batch, [record])
  } catch (error) {
    if (!isRecordsFault((error as { code?: unknown }).code)) throw error
    throw new RecordRefused(refusal(error as Error), { cause: error })
  }
}

const refusal = (error: Error) => `cannot be stored: ${error.message}`

type Apply<R> = (batch: Batch, records: R[]) => Promise<Applied>

/** Stores all, or as many as can be: a refused batch is halved until the culprit stands alone. */
export async function storeAll<R extends { externalId: string }>(
  batch: Batch,
  records: R[],
  apply: Apply<R>,
): Promise<Applied> {
  if (records.length === 0) return nothing
  await sql`savepoint records`.execute(batch.tx)
  try {
    const applied = await apply(batch, records)
    await sql`release savepoint records`.execute(batch.tx)
    return applied
  } catch (error) {
    if (!isRecordsFault((error as { code?: unknown }).code)) throw error
    await sql`rollback to savepoint records`.execute(batch.tx)
    await sql`release savepoint records`.execute(batch.tx)
    return storeHalves(batch, records, apply, error as Error)
  }
}

async function storeHalves<R extends { externalId: string }>(
  batch: Batch,
  records: R[],
  apply: Apply<R>,
  error: Error,
): Promise<Applied> {
  const [only] = records
  if (only && records.length === 1) {
    return {
      ...nothing,
      failures: [{ externalId: only.externalId, message: refusal(error) }],
    }
  }
  const middle = Math.ceil(records.length / 2)
  const first = await storeAll(batch, records.slice(0, middle), apply)
  return together([first, await storeAll(batch, records.slice(middle), apply)])
}
