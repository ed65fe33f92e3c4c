/** Functions whose statements are made from data that no type tells: they are called with the data the product has. */
import type { Kysely } from 'kysely'
import { dueColumns } from '../../src/features/clock-repair/public.ts'
import { seedSandbox } from '../../src/features/sandbox/public.ts'
import { pullBack } from '../../src/features/clock-repair/queries.ts'
import { addAttemptPartition } from '../../src/features/webhooks/retention-queries.ts'
import { fakeClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/schema.ts'
import { firstSandboxId } from '../../src/platform/tenant.ts'
import { nothing, type Batch } from '../../src/records/batch.ts'
import { storeAll } from '../../src/records/poison.ts'

const moment = new Date('2027-01-02T03:04:05.006Z')
const stored = async () => nothing
const refused = () => Promise.reject(Object.assign(new Error('refused'), { code: '22000' }))
const sandbox = { workspaceId: String(firstSandboxId) }

/** The rows of the sandbox say which columns are written. */
const seed = (db: Kysely<Database>) => [() => seedSandbox({ db, clock: fakeClock(moment) }, sandbox)]

/** By file and name, what stands for a call with made-up values. */
export const byData: Record<string, (db: Kysely<Database>) => (() => Promise<unknown>)[]> = {
  'src/features/clock-repair/queries.ts pullBack': (db) =>
    dueColumns.map((due) => () => pullBack(db, due, moment)),
  'src/features/sandbox/queries.ts insertRows': seed,
  'src/features/sandbox/queries.ts putRows': seed,
  'src/features/sandbox/queries.ts deleteUnder': seed,
  // The partition that is always there.
  'src/features/webhooks/retention-queries.ts addAttemptPartition': (db) => [
    () => addAttemptPartition(db, 'rest', moment, moment),
  ],
  // What is refused is taken back.
  'src/records/poison.ts storeAll': (db) =>
    [stored, refused].map(
      (apply) => () => storeAll({ tx: db } as unknown as Batch, [{ externalId: '1' }], apply),
    ),
}
