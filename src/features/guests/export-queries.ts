/** Reads everything that forgetting a guest would erase. Tables and columns come from the database, so a new table is read as it is. */
import { sql, type RawBuilder } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { belongings, type TenantTable } from '../../platform/tenant-tables.ts'
import type { GuestRecordIds } from '../../records/guests/forget-queries.ts'
import { mayName, type PersonTrace } from './search-queries.ts'

export type ExportedRow = Record<string, unknown>

export interface ExportedTable {
  table: TenantTable
  columns: string[]
  texts: string[]
  /** Digests and ciphertexts say nothing to a person. */
  hidden: string[]
}

export const rowsPerTable = 10_000

export async function exportedTables(db: Queryable): Promise<ExportedTable[]> {
  const { rows } = await sql<ExportedTable>`
    select table_name as "table", array_agg(column_name::text) as columns,
           coalesce(array_agg(column_name::text) filter (where data_type in ('text', 'character varying', 'json', 'jsonb')
             or data_type = 'ARRAY' and udt_name in ('_text', '_jsonb')), '{}') as texts,
           coalesce(array_agg(column_name::text) filter (where data_type = 'bytea' or column_name = 'workspace_id'), '{}') as hidden
    from information_schema.columns
    where table_schema = current_schema() and table_name = any(${Object.keys(belongings)}::text[])
    group by table_name order by table_name`.execute(db)
  return rows
}

export interface ExportedGuest {
  id: string
  records: GuestRecordIds
}

const isAmong = (column: string, ids: readonly string[]) =>
  sql<boolean>`t.${sql.ref(column)} = any(${ids}::bigint[])`

/** Columns that lead to a record of the guest, whatever table they are in. */
const links = {
  reservation_id: 'reservations',
  conversation_id: 'conversations',
  message_id: 'messages',
  inquiry_id: 'inquiries',
} as const
const ownTables = ['reservations', 'conversations', 'messages', 'inquiries', 'reviews'] as const

function isOfHistory({ id, records }: ExportedGuest, table: TenantTable): RawBuilder<boolean> {
  const lost = JSON.stringify(records.lost)
  const before =
    table === 'record_history'
      ? sql`exists (select from jsonb_to_recordset(${lost}::jsonb) as l (id bigint, revision int)
              where l.id = t.record_id and t.revision <= l.revision)`
      : table === 'past_parts'
        ? sql`t.was ->> 'guestId' = ${id}`
        : sql`false`
  return sql<boolean>`(t.record_type = 'guest' and t.record_id = ${id}::bigint
    or t.record_type = 'conversation' and ${isAmong('record_id', records.conversations)}
    or t.record_type = 'reservation' and (${isAmong('record_id', records.reservations)} or ${before}))`
}

const isOwnEvent = ({ id, records }: ExportedGuest, event: string) => sql<boolean>`(
  ${sql.ref(`${event}.object_type`)} = 'guest' and ${sql.ref(`${event}.object_id`)} = ${id}::bigint
  or ${sql.join(
    ownTables.map(
      (table) => sql`${sql.ref(`${event}.object_type`)} = ${table.replace(/ies$/, 'y').replace(/s$/, '')}
        and ${sql.ref(`${event}.object_id`)} = any(${records[table]}::bigint[])`,
    ),
    sql` or `,
  )})`

const isOfOwnEvent = (scope: Scope, guest: ExportedGuest) => sql<boolean>`exists (
  select from events e where e.workspace_id = ${scope.workspaceId} and e.sequence = t.event_sequence
    and ${isOwnEvent(guest, 'e')})`

/** Rows that are found through a stay of the guest, or through the guest's address in the API. */
function otherLinks(scope: Scope, guest: ExportedGuest, table: TenantTable): RawBuilder<boolean>[] {
  const stays = sql`reservations r where r.workspace_id = ${scope.workspaceId}
    and r.id = any(${guest.records.reservations}::bigint[])`
  if (table === 'events') return [isOwnEvent(guest, 't')]
  if (table === 'airbnb_transactions')
    return [sql<boolean>`t.confirmation_code in (select r.confirmation_code from ${stays})`]
  // A note at a stay, from the evening before, may call the guest by one name.
  if (table === 'calendar_days')
    return [
      sql<boolean>`t.note is not null and exists (select from ${stays}
        and r.listing_id = t.listing_id and t.date between r.check_in - 1 and r.check_out)`,
    ]
  if (table === 'request_log')
    return [sql<boolean>`(t.path = ${`/v1/guests/${guest.id}`} or t.path like ${`/v1/guests/${guest.id}/%`})`]
  // Lines about exports are left out: this one would hold itself, and differ from the next.
  if (table === 'audit_lines')
    return [sql<boolean>`t.targets @> array[${`guest:${guest.id}`}] and t.action <> 'exportGuest'`]
  return []
}

/** True for rows of the guest's own records; null for a table that holds none. */
export function isOwn(
  scope: Scope,
  guest: ExportedGuest,
  { table, columns }: Pick<ExportedTable, 'table' | 'columns'>,
): RawBuilder<boolean> | null {
  const has = (name: string) => columns.includes(name)
  const own = ownTables.find((name) => name === table)
  const found = [
    ...(table === 'guests' ? [sql<boolean>`t.id = ${guest.id}::bigint`] : []),
    ...(own ? [isAmong('id', guest.records[own])] : []),
    ...(has('guest_id') && table !== 'forgotten_guests'
      ? [sql<boolean>`t.guest_id = ${guest.id}::bigint`]
      : []),
    ...Object.entries(links).flatMap(([column, kind]) =>
      has(column) ? [isAmong(column, guest.records[kind])] : [],
    ),
    ...(has('record_type') ? [isOfHistory(guest, table)] : []),
    ...(has('event_sequence') ? [isOfOwnEvent(scope, guest)] : []),
    ...otherLinks(scope, guest, table),
  ]
  return found.length === 0 ? null : sql<boolean>`coalesce(${sql.join(found, sql` or `)}, false)`
}

const rowOf = ({ hidden }: ExportedTable) => sql`to_jsonb(t) - ${hidden}::text[]`

export async function ownRows(
  db: Queryable,
  scope: Scope,
  exported: ExportedTable,
  own: RawBuilder<boolean>,
): Promise<ExportedRow[]> {
  const { rows } = await sql<{ row: ExportedRow }>`
    select ${rowOf(exported)} as row from ${sql.table(exported.table)} t
    where t.workspace_id = ${scope.workspaceId} and ${own} limit ${rowsPerTable + 1}`.execute(db)
  return rows.map(({ row }) => row)
}

/** Rows that name the guest and are not of the guest's own records. */
export async function namingRows(
  db: Queryable,
  scope: Scope,
  exported: ExportedTable,
  { own, traces }: { own: RawBuilder<boolean> | null; traces: readonly PersonTrace[] },
): Promise<ExportedRow[]> {
  const words = sql`concat_ws(' ', ${sql.join(exported.texts.map((column) => sql`t.${sql.ref(column)}::text`))})`
  const { rows } = await sql<{ row: ExportedRow }>`
    select ${rowOf(exported)} as row from ${sql.table(exported.table)} t
    where t.workspace_id = ${scope.workspaceId} and ${mayName(words, traces)}
      and ${words} ~* ${traces.map(({ pattern }) => `(?:${pattern})`).join('|')}
      ${own === null ? sql`` : sql`and not ${own}`} limit ${rowsPerTable + 1}`.execute(db)
  return rows.map(({ row }) => row)
}
