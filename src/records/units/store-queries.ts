import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface UnitRow {
  id: string
  external_id: string
  parent_id: string | null
  name: string
  active: boolean
  housekeeping_status: string | null
  floor: string | null
  source: string
  source_hash: string | null
}

const record = sql`r (id bigint, external_id text, parent_id bigint, name text, active boolean,
  housekeeping_status text, floor text, source text, source_hash text)`

export async function idsOfUnits(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; external_id: string }>`
    select id, external_id from units
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row.id]))
}

export async function insertUnits(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly UnitRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into units (workspace_id, connection_id, id, external_id, parent_id, name, active, housekeeping_status, floor,
                       source, source_hash, created_at, updated_at)
    select ${scope.workspaceId}, ${connectionId}, id, external_id, parent_id, name, active, housekeeping_status, floor,
           source, decode(source_hash, 'hex'), ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}`.execute(db)
}

export async function updateUnits(
  db: Queryable,
  scope: Scope,
  rows: readonly UnitRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update units t
    set parent_id = r.parent_id, name = r.name, active = r.active, housekeeping_status = r.housekeeping_status,
        floor = r.floor, source_hash = decode(r.source_hash, 'hex'), updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}
    where t.workspace_id = ${scope.workspaceId} and t.id = r.id`.execute(db)
}

/** Makes these units belong to exactly these listings. */
export async function linkUnits(
  db: Queryable,
  scope: Scope,
  unitIds: readonly string[],
  links: readonly { listing_id: string; unit_id: string }[],
): Promise<void> {
  const input = sql`jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r (listing_id bigint, unit_id bigint)`
  await sql`
    delete from listing_units l
    where l.workspace_id = ${scope.workspaceId} and l.unit_id = any(${unitIds}::bigint[])
      and not exists (select from ${input} where r.listing_id = l.listing_id and r.unit_id = l.unit_id)`.execute(
    db,
  )
  await sql`
    insert into listing_units (workspace_id, listing_id, unit_id)
    select distinct ${scope.workspaceId}::bigint, listing_id, unit_id from ${input}
    on conflict do nothing`.execute(db)
}

/** Returns external ids of stays on these listings whose room was unknown when they were stored. */
export async function staysWaitingForUnits(
  db: Queryable,
  scope: Scope,
  listingIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from reservations
    where workspace_id = ${scope.workspaceId} and listing_id = any(${listingIds}::bigint[]) and source_hash is null
      and unit_id is null and external_id is not null`.execute(db)
  return rows.map((row) => row.external_id)
}

/** Retires rooms that the source no longer names; past stays keep them. */
export async function retireUnits(
  db: Queryable,
  scope: Scope,
  listingId: string,
  keptExternalIds: readonly string[],
  at: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update units u set active = false, source_hash = null, updated_at = ${at}
    where u.workspace_id = ${scope.workspaceId} and u.active and u.external_id <> all(${keptExternalIds}::text[])
      and u.id in (select unit_id from listing_units
                   where workspace_id = ${scope.workspaceId} and listing_id = ${listingId})
      and not exists (select from listing_units other
                      where other.workspace_id = u.workspace_id and other.unit_id = u.id
                        and other.listing_id <> ${listingId})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
