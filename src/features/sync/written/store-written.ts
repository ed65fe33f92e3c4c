/** Features that write to a vendor use its client here and store its answers. */
import type { Connector, VendorStayPage } from '../../../connector-kit/connector.ts'
import type { RowFailure } from '../../../connector-kit/paginate.ts'
import type { ConnectionAccess } from '../../../upstream/access.ts'
import type { StayRecord } from '../../../contract/records.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { toStorable } from '../../../records/canonical.ts'
import { requestFetches } from '../state/fetch-queries.ts'
import { wakeConnection } from '../../../upstream/connection-queries.ts'
import { mergeApplied, type AppliedBatch, type RecordBatch, type FollowUp } from '../../../records/batch.ts'
import { applyStays, endOthers, removeStays } from '../../../records/stays/store.ts'

/** Stores bookings as the vendor holds them, like any reading. Throws if one cannot be stored. */
export async function storeStays(
  tx: Queryable,
  access: ConnectionAccess,
  records: readonly StayRecord[],
  origin: string,
): Promise<void> {
  const failures = await stored(tx, access, origin, (batch) =>
    applyStays(
      batch,
      records.map((record) => toStorable(record)),
    ),
  )
  assertStored(failures)
}

/** Stores a page of stays except those with a newer stored form; returns failures. */
export const storePage = (
  tx: Queryable,
  access: ConnectionAccess,
  { page, newer, origin }: { page: VendorStayPage; newer: ReadonlySet<string>; origin: string },
): Promise<RowFailure[]> =>
  stored(tx, access, origin, async (batch) =>
    mergeApplied([
      await endOthers(batch, page.whole ?? []),
      await applyStays(
        batch,
        page.records.filter(({ externalId }) => !newer.has(externalId)).map((record) => toStorable(record)),
      ),
    ]),
  )

/** Ends stays that the vendor no longer has. */
export async function storeGoneStays(
  tx: Queryable,
  access: ConnectionAccess,
  externalIds: readonly string[],
  origin: string,
): Promise<void> {
  assertStored(await stored(tx, access, origin, (batch) => removeStays(batch, externalIds)))
}

function assertStored([failure]: readonly RowFailure[]): void {
  if (failure) throw new Error(`record ${failure.externalId} was not stored: ${failure.message}`)
}

async function stored(
  tx: Queryable,
  access: ConnectionAccess,
  origin: string,
  apply: (batch: RecordBatch) => Promise<AppliedBatch>,
): Promise<RowFailure[]> {
  const { services, scope, connection } = access
  await wakeConnection(tx, scope, connection.id, services.clock.now())
  const applied = await apply({ tx, scope, connection, now: services.clock.now(), origin, runId: null })
  await readSoon(tx, access, applied.followUps)
  return applied.failures
}

/**
 * Queues records for the sync engine, as far as the vendor supports it. Call it before storing anything: it locks the
 * schedule first like the engine, and another order would deadlock.
 */
export async function readSoon(
  tx: Queryable,
  {
    services,
    scope,
    connection,
    connector,
  }: {
    services: Pick<Services, 'clock'>
    scope: Scope
    connection: { id: string }
    connector: Pick<Connector, 'operations'>
  },
  wanted: readonly FollowUp[],
): Promise<void> {
  const readable = wanted.filter(({ entity }) => connector.operations[entity] !== undefined)
  const now = services.clock.now()
  await wakeConnection(tx, scope, connection.id, now)
  await requestFetches(tx, scope, connection.id, readable, { dueAt: now, runId: null })
}
