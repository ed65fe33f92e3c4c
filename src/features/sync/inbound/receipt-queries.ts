/** Keeps receipts of bookings until the channel has them. Due ones are found over all workspaces. */
import { sql } from 'kysely'
import type { BookingReceipt } from '../../../connector-kit/app-webhook.ts'
import { notifyWork } from '../../../platform/due-work/work-notices.ts'
import { claimEach, findDueInTurn } from '../../../platform/fairness/due-rows.ts'
import type { DueTable, WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface StoredReceipt extends BookingReceipt {
  workspaceId: string
  connectionId: string
  toldAt: Date
  attempts: number
}

/** A receipt that waits already keeps its schedule. */
export async function storeReceipts(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  receipts: readonly BookingReceipt[],
  at: Date,
): Promise<void> {
  if (receipts.length === 0) return
  await sql`
    insert into booking_receipts (workspace_id, connection_id, external_id, token, action, told_at, next_attempt_at)
    select ${scope.workspaceId}, ${connectionId}, r.external_id, r.token, r.action, ${at}, ${at}
    from unnest(${receipts.map(({ externalId }) => externalId)}::text[], ${receipts.map(({ token }) => token)}::text[],
                ${receipts.map(({ action }) => action)}::text[]) r (external_id, token, action)
    on conflict do nothing`.execute(db)
  await notifyWork(db, 'receipt')
}

/** When the first receipt of any workspace is due; null if none. */
export async function nextReceiptDue(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(next_attempt_at) as due from booking_receipts`.execute(db)
  return rows[0]?.due ?? null
}

/** Leases them until `until`. */
export async function takeDueReceipts(
  db: Queryable,
  { now, until }: { now: Date; until: Date },
  places: WorkerPlaces,
): Promise<StoredReceipt[]> {
  const key = { connection_id: 'bigint', external_id: 'text', token: 'text' } as const
  const table: DueTable = { table: 'booking_receipts', due: 'next_attempt_at', key }
  return claimEach(await findDueInTurn(db, table, now, places), ({ workspaceId, lockFree }) =>
    sql<StoredReceipt>`
      update booking_receipts set next_attempt_at = ${until}, attempts = attempts + 1
      where workspace_id = ${workspaceId} and (connection_id, external_id, token) in ${lockFree}
      returning workspace_id::text as "workspaceId", connection_id::text as "connectionId", external_id as "externalId",
                token, action, told_at as "toldAt", attempts`.execute(db),
  )
}

const these = ({ workspaceId, connectionId, externalId, token }: StoredReceipt) => sql<boolean>`
  workspace_id = ${workspaceId} and connection_id = ${connectionId} and external_id = ${externalId} and token = ${token}`

export async function tryReceiptAt(db: Queryable, receipt: StoredReceipt, at: Date): Promise<void> {
  await sql`update booking_receipts set next_attempt_at = ${at} where ${these(receipt)}`.execute(db)
}

export async function endReceipt(db: Queryable, receipt: StoredReceipt): Promise<void> {
  await sql`delete from booking_receipts where ${these(receipt)}`.execute(db)
}

/** Returns our id of the booking. */
export async function reservationOf(
  db: Queryable,
  { workspaceId, connectionId, externalId }: StoredReceipt,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(merged_into, id)::text as id from reservations
    where workspace_id = ${workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}`.execute(
    db,
  )
  return rows[0]?.id
}
