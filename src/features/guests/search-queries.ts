/** Searches whole tables of one workspace, because the answer must cover every column and no index does. */
import { sql, type RawBuilder } from 'kysely'
import { likePattern } from '../../platform/like-pattern.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { literalPattern, writtenDigits } from '../../records/guests/erase.ts'
import { hasLetters } from '../../records/letters-sql.ts'
import { belongings, type TenantTable } from '../../platform/tenant-tables.ts'

export interface SearchedTable {
  table: TenantTable
  columns: string[]
}

/** New tables are included automatically. Binary columns hold digests and ciphertexts. */
export async function textColumns(db: Queryable): Promise<SearchedTable[]> {
  const { rows } = await sql<SearchedTable>`
    select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = current_schema() and table_name = any(${Object.keys(belongings)}::text[])
      and (data_type in ('text', 'character varying', 'json', 'jsonb') or data_type = 'ARRAY' and udt_name in ('_text', '_jsonb'))
    group by table_name order by table_name`.execute(db)
  return rows
}

/** Something that identifies a person: an address, a number, or both names. */
export interface PersonTrace {
  kind: 'contact' | 'number' | 'name'
  /** Every text that names the person contains all of these; a number is reduced to digits. */
  texts: readonly string[]
  /** A regular expression, applied to the few texts that contain them. */
  pattern: string
}

/**
 * A cheap test for texts that may name a person: it takes a microsecond or two a row, the patterns a hundred
 * times that. All contacts are tested at once.
 */
export function mayName(words: RawBuilder<unknown>, traces: readonly PersonTrace[]): RawBuilder<boolean> {
  const forms = traces.flatMap(({ kind, texts }) =>
    kind === 'name' ? [] : texts.map(kind === 'number' ? writtenDigits : literalPattern),
  )
  const names = traces.flatMap(({ kind, texts }) => (kind === 'name' ? [texts.map(likePattern)] : []))
  return sql<boolean>`(${sql.join(
    [
      ...(forms.length === 0 ? [] : [sql`${words} ~* ${forms.join('|')}`]),
      ...names.map((parts) => sql`${words} ilike all(${parts}::text[])`),
    ],
    sql` or `,
  )})`
}

export async function rowsNamingCount(
  db: Queryable,
  scope: Scope,
  { table, columns }: SearchedTable,
  traces: readonly PersonTrace[],
): Promise<number> {
  const words = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))})`
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${sql.table(table)}
    where workspace_id = ${scope.workspaceId} and ${mayName(words, traces)}
      and ${words} ~* ${traces.map(({ pattern }) => `(?:${pattern})`).join('|')}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Uses the trigram indexes of names and contacts. */
export async function guestsNaming(
  db: Queryable,
  scope: Scope,
  traces: readonly PersonTrace[],
): Promise<string[]> {
  const found = traces.map(({ kind, texts, pattern }) => {
    const [letters, value, from, id] =
      kind === 'name'
        ? [
            sql`letters_of(g.workspace_id, name_of_guest(g.first_name, g.last_name))`,
            sql`concat_ws(' ', g.first_name, g.last_name)`,
            sql`guests g`,
            sql`g.id`,
          ]
        : [sql`letters_of(g.workspace_id, g.value)`, sql`g.value`, sql`guest_contacts g`, sql`g.guest_id`]
    const has = texts.map((text) => hasLetters(letters, scope, text))
    return sql`
      select ${id} as id from ${from}
      where g.workspace_id = ${scope.workspaceId}::bigint and ${sql.join(has, sql` and `)} and ${value} ~* ${pattern}`
  })
  const { rows } = await sql<{ id: string }>`
    select id::text as id from (${sql.join(found, sql` union `)}) found order by found.id limit 100`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
