/** `question_holds` keeps nights that a channel was told it may sell, until the booking is stored. */
import { sql } from 'kysely'
import { takeLockInOrder } from '../../platform/lock-order.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface QuestionHold {
  listingId: string
  confirmationCode: string
  checkIn: string
  checkOut: string
}

/** A hold ends once its booking is stored or called off. The query must call the holds `h`. */
export const isStanding = (scope: Scope, now: Date) => sql`h.until > ${now}::timestamptz and not exists (
  select from reservations known
  where known.workspace_id = ${scope.workspaceId} and known.confirmation_code = h.confirmation_code
    and known.listing_id = h.listing_id
    and (known.status = 'cancelled' or (known.check_in <= h.check_in and known.check_out >= h.check_out)))`

/**
 * Locks the workspace's head row, so earlier sales are finished and later ones see the hold. Returns false if `isFree`
 * said no.
 */
export async function holdNights(
  db: Queryable,
  scope: Scope,
  hold: QuestionHold,
  { now, until, isFree }: { now: Date; until: Date; isFree(tx: Queryable): Promise<boolean> },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    takeLockInOrder(tx, 'head')
    await sql`select from workspace_heads where workspace_id = ${scope.workspaceId} for update`.execute(tx)
    if (!(await isFree(tx))) return false
    await sql`
      delete from question_holds
      where workspace_id = ${scope.workspaceId} and listing_id = ${hold.listingId} and until <= ${now}`.execute(
      tx,
    )
    await sql`
      insert into question_holds (workspace_id, listing_id, confirmation_code, check_in, check_out, until)
      values (${scope.workspaceId}, ${hold.listingId}, ${hold.confirmationCode}, ${hold.checkIn}, ${hold.checkOut}, ${until})
      on conflict (workspace_id, listing_id, confirmation_code) do update
      set check_in = excluded.check_in, check_out = excluded.check_out, until = excluded.until`.execute(tx)
    return true
  })
}

/** Checks whether somebody else is booking one of the nights at this moment. */
export async function isHeldByOther(
  db: Queryable,
  scope: Scope,
  { listingId, confirmationCode, checkIn, checkOut }: QuestionHold,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from question_holds h
    where h.workspace_id = ${scope.workspaceId} and h.listing_id = ${listingId}
      and h.confirmation_code <> ${confirmationCode}
      and h.check_in < ${checkOut}::date and h.check_out > ${checkIn}::date and ${isStanding(scope, now)}
    limit 1`.execute(db)
  return rows.length > 0
}

export async function deleteNightHolds(
  db: Queryable,
  scope: Scope,
  { listingId, confirmationCode }: Pick<QuestionHold, 'listingId' | 'confirmationCode'>,
): Promise<void> {
  await sql`
    delete from question_holds
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId}
      and confirmation_code = ${confirmationCode}`.execute(db)
}
