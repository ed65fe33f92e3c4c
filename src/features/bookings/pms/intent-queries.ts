import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { actColumns, type StoredAct } from '../../../upstream/acts/public.ts'
import { pmsActKinds } from './pms-request.ts'

/** The act of an idempotency key, with the PMS that carries it out. */
export async function intentOfKey(
  db: Queryable,
  scope: Scope,
  key: string,
): Promise<(StoredAct & { provider: string }) | undefined> {
  const { rows } = await sql<StoredAct & { provider: string }>`
    select ${actColumns}, (
      select n.provider from connections n
      where n.workspace_id = ${scope.workspaceId} and n.id = vendor_acts.connection_id) as provider
    from vendor_acts
    where ${inScope(scope, 'vendor_acts')} and key = ${key} and kind = any(${[...pmsActKinds]})`.execute(db)
  return rows[0]
}

/** Whether another act made this booking of the PMS, or may have, its outcome being unknown. */
export async function isOfOtherAct(
  db: Queryable,
  scope: Scope,
  { id, connection_id, listing_id }: Pick<StoredAct, 'id' | 'connection_id' | 'listing_id'>,
  externalId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from vendor_acts
    where workspace_id = ${scope.workspaceId} and connection_id = ${connection_id} and id <> ${id}
      and kind = 'create_reservation'
      and (external_id = ${externalId}
        or (listing_id = ${listing_id}
          and (state in ('started', 'asking', 'unknown') or (state = 'done' and next_look_at is not null))))
    limit 1`.execute(db)
  return rows.length > 0
}

export async function reservationOfExternalId(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalId: string,
): Promise<{ id: string; confirmation_code: string } | undefined> {
  const { rows } = await sql<{ id: string; confirmation_code: string }>`
    select id, confirmation_code from reservations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = ${externalId}`.execute(db)
  return rows[0]
}

/** The PMS's id of a unit, given by our id or by the PMS's. */
export async function unitExternalId(
  db: Queryable,
  scope: Scope,
  listingId: string,
  unit: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ external_id: string }>`
    select u.external_id from units u
    join listing_units lu on lu.workspace_id = u.workspace_id and lu.unit_id = u.id and lu.listing_id = ${listingId}
    where u.workspace_id = ${scope.workspaceId} and (u.external_id = ${unit} or u.id::text = ${unit})
      and u.external_id is not null
    order by u.id::text = ${unit} desc limit 1`.execute(db)
  return rows[0]?.external_id
}
