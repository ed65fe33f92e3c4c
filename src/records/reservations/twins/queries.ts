/** Reads and writes rows of a second source and the rows shown in their place. */
import { sql, type RawBuilder } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { reservationColumns } from '../row.ts'
import type { CodedStay, SourceOfStay } from './rules.ts'

/** Returns the shown record for an id of either source. */
export const shownId = (scope: Scope, id: string): RawBuilder<string> => sql<string>`coalesce((
  select named.merged_into from reservations named
  where named.workspace_id = ${scope.workspaceId} and named.id = ${id}), ${id}::bigint)`

const coded = (table: string) =>
  sql.raw(`
  ${table}.listing_id::text as "listingId", ${table}.source, ${table}.confirmation_code as "confirmationCode",
  ${table}.check_in as "checkIn", ${table}.check_out as "checkOut"`)

export interface StandingStay extends CodedStay {
  id: string
}

/** Finds stays with these codes from other accounts that have no second source yet. */
export async function standingWithCodes(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  codes: readonly string[],
): Promise<StandingStay[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<StandingStay>`
    select r.id, ${coded('r')} from reservations r
    where r.workspace_id = ${scope.workspaceId} and r.confirmation_code = any(${codes}::text[])
      and r.connection_id <> ${connectionId} and r.merged_into is null
      and not exists (select from reservations second
                      where second.workspace_id = ${scope.workspaceId} and second.merged_into = r.id)
    order by r.id`.execute(db)
  return rows
}

export interface PairRow {
  id: string
  shownId: string
  second: CodedStay & SourceOfStay
  shown: CodedStay & SourceOfStay
  stayStatus: string
  lapsesAt: Date | null
}

const side = (row: string, account: string) =>
  sql.raw(`jsonb_build_object(
    'listingId', ${row}.listing_id::text, 'source', ${row}.source, 'confirmationCode', ${row}.confirmation_code,
    'checkIn', ${row}.check_in, 'checkOut', ${row}.check_out, 'provider', ${account}.provider, 'status', ${account}.status)`)

/** Returns the pairs that these second sources belong to. */
export async function pairRows(db: Queryable, scope: Scope, ids: readonly string[]): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    select s.id, r.id as "shownId", ${side('s', 'theirs')} as second, ${side('r', 'ours')} as shown,
           s.status as "stayStatus", s.lapses_at as "lapsesAt"
    from reservations s
    join reservations r on r.workspace_id = s.workspace_id and r.id = s.merged_into
    left join connections theirs on theirs.workspace_id = s.workspace_id and theirs.id = s.connection_id
    left join connections ours on ours.workspace_id = r.workspace_id and ours.id = r.connection_id
    where s.workspace_id = ${scope.workspaceId} and s.id = any(${ids}::bigint[])
    order by s.id`.execute(db)
  return rows
}

/** Finds second sources that came through this account or belong to its records. */
export async function secondsOfAccount(db: Queryable, scope: Scope, connectionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from reservations s
    join reservations r on r.workspace_id = s.workspace_id and r.id = s.merged_into
    where s.workspace_id = ${scope.workspaceId} and (r.connection_id = ${connectionId} or s.connection_id = ${connectionId})
    order by s.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Finds second sources among these records or belonging to them. */
export async function secondsOf(db: Queryable, scope: Scope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from reservations
    where workspace_id = ${scope.workspaceId} and merged_into is not null
      and (id = any(${ids}::bigint[]) or merged_into = any(${ids}::bigint[])) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A row holds these columns for its source; id, text and revision belong to the record. */
const heldNames = ['connection_id', ...Object.keys(reservationColumns), 'inquiry_external_id', 'source_hash']
const held = sql.raw(heldNames.map((name) => `"${name}"`).join(', '))
const heldOf = sql.raw(heldNames.map((name) => `other."${name}"`).join(', '))

/** Lets the two rows of each pair exchange what they hold. */
export async function updateExchangedTwins(
  db: Queryable,
  scope: Scope,
  pairs: readonly { id: string; shownId: string }[],
): Promise<void> {
  await sql`
    update reservations t set (${held}) = (
      select ${heldOf} from reservations other
      where other.workspace_id = ${scope.workspaceId} and other.id = pair.partner)
    from (select id, partner from unnest(
            ${pairs.flatMap(({ id, shownId: shown }) => [id, shown])}::bigint[],
            ${pairs.flatMap(({ id, shownId: shown }) => [shown, id])}::bigint[]) p (id, partner)) pair
    where t.workspace_id = ${scope.workspaceId} and t.id = pair.id`.execute(db)
}

/** Makes these second sources records of their own. One that was shown before has a history already. */
export async function updatePartedTwins(db: Queryable, scope: Scope, ids: readonly string[]): Promise<void> {
  await sql`
    update reservations set merged_into = null, was_record = false, revision = revision + 1
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])`.execute(db)
}

/** Makes these rows second sources; records that refer to them follow the shown record. */
export async function updateMergedTwins(
  db: Queryable,
  scope: Scope,
  pairs: readonly { id: string; shownId: string }[],
  at: Date,
): Promise<void> {
  const given = sql`unnest(${pairs.map(({ id }) => id)}::bigint[], ${pairs.map(({ shownId: shown }) => shown)}::bigint[]) p (id, shown)`
  await sql`
    update reservations t set merged_into = p.shown, was_record = true from ${given}
    where t.workspace_id = ${scope.workspaceId} and t.id = p.id`.execute(db)
  for (const table of ['conversations', 'inquiries', 'reviews'] as const) {
    await sql`
      update ${sql.table(table)} t set reservation_id = p.shown, updated_at = ${at} from ${given}
      where t.workspace_id = ${scope.workspaceId} and t.reservation_id = p.id`.execute(db)
  }
}

/** Returns records of a listing from different accounts with their codes, in the order they became known. */
export async function codedStaysOf(
  db: Queryable,
  scope: Scope,
  listingId: string,
  sources: readonly string[],
): Promise<(StandingStay & { connectionId: string })[]> {
  const { rows } = await sql<StandingStay & { connectionId: string }>`
    select r.id, r.connection_id as "connectionId", ${coded('r')} from reservations r
    where r.workspace_id = ${scope.workspaceId} and r.listing_id = ${listingId} and r.merged_into is null
      and r.source = any(${sources}::text[]) and r.connection_id is not null
      and exists (select from reservations twin
                  where twin.workspace_id = ${scope.workspaceId} and twin.confirmation_code = r.confirmation_code
                    and twin.listing_id = r.listing_id and twin.source = r.source and twin.merged_into is null
                    and twin.connection_id <> r.connection_id)
      and not exists (select from reservations second
                      where second.workspace_id = ${scope.workspaceId} and second.merged_into = r.id)
    order by r.id`.execute(db)
  return rows
}
