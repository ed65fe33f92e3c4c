/** What features that write to a vendor need: its client with the connection's stored access, and storing what it answers. */
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

/** Stores bookings as the vendor holds them, on the same way as everything that is read. Throws what cannot be stored. */
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

/** A page of stays, all but those of which something newer is here; answers what cannot be stored. */
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

/** The vendor no longer has them. */
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
 * Has the sync engine read these, as far as the vendor lets it. To be called before anything is stored: like a turn of the
 * engine it takes the connection's place in the schedule first, and two that take it in another order stop each other.
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
