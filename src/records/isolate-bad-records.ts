/** One record the database refuses must not stop the others. */
import { sql } from 'kysely'
import { readDatabaseFault } from '../platform/database-fault.ts'
import { forgetNotices } from '../platform/due-work/work-notices.ts'
import { emptyApplied, mergeApplied, type AppliedBatch, type RecordBatch } from './batch.ts'

/** Data exceptions and broken constraints are the record's fault; anything else, such as a lost connection, is not. */
const isRecordsFault = (error: unknown) => /^2[23]/.test(readDatabaseFault(error)?.code ?? '')

/** The record was alone in its transaction, so that is rolled back and the failure noted. */
export class RecordRefused extends Error {
  override name = 'RecordRefused'
}

/** Stores a record that is alone in its transaction, so no savepoint is needed. */
export async function storeOne<R>(
  batch: RecordBatch,
  record: R,
  apply: ApplyBatch<R>,
): Promise<AppliedBatch> {
  try {
    return await apply(batch, [record])
  } catch (error) {
    if (!isRecordsFault(error)) throw error
    throw new RecordRefused(refusal(error as Error), { cause: error })
  }
}

const refusal = (error: Error) => `cannot be stored: ${error.message}`

type ApplyBatch<R> = (batch: RecordBatch, records: R[]) => Promise<AppliedBatch>

/** Stores as many records as possible: a refused batch is halved until the bad record stands alone. */
export async function storeAllOrIsolate<R extends { externalId: string }>(
  batch: RecordBatch,
  records: R[],
  apply: ApplyBatch<R>,
): Promise<AppliedBatch> {
  if (records.length === 0) return emptyApplied
  await sql`savepoint records`.execute(batch.tx)
  try {
    const applied = await apply(batch, records)
    await sql`release savepoint records`.execute(batch.tx)
    return applied
  } catch (error) {
    if (!isRecordsFault(error)) throw error
    await sql`rollback to savepoint records`.execute(batch.tx)
    forgetNotices(batch.tx)
    await sql`release savepoint records`.execute(batch.tx)
    return storeHalves(batch, records, apply, error as Error)
  }
}

async function storeHalves<R extends { externalId: string }>(
  batch: RecordBatch,
  records: R[],
  apply: ApplyBatch<R>,
  error: Error,
): Promise<AppliedBatch> {
  const [only] = records
  if (only && records.length === 1) {
    return {
      ...emptyApplied,
      failures: [{ externalId: only.externalId, message: refusal(error) }],
    }
  }
  const middle = Math.ceil(records.length / 2)
  const first = await storeAllOrIsolate(batch, records.slice(0, middle), apply)
  return mergeApplied([first, await storeAllOrIsolate(batch, records.slice(middle), apply)])
}
