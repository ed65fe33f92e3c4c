/** Nights that a channel was told it may sell, until the booking is stored: `question_holds`. */
import { sql } from 'kysely'
import { takeLockInOrder } from '../../platform/lock-order.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface QuestionHold {
  listingId: string
  confirmationCode: string
  checkIn: string
  checkOut: string
}

/** Whose booking is stored, or was called off, holds nothing any more. The holds are called `h`. */
export const isStanding = (scope: Scope, now: Date) => sql`h.until > ${now}::timestamptz and not exists (
  select from reservations known
  where known.workspace_id = ${scope.workspaceId} and known.confirmation_code = h.confirmation_code
    and known.listing_id = h.listing_id
    and (known.status = 'cancelled' or (known.check_in <= h.check_in and known.check_out >= h.check_out)))`

/**
 * Sales under way are over before it is there, and those that come later see it. False: `isFree` said no, looking at what is there
 * then, and nothing is held.
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

/** Whether somebody else is booking one of the nights just now. */
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
