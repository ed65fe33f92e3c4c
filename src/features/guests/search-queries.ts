/** Reads whole tables of one workspace: whoever searches asks what is kept, and an index knows only what it is for. */
import { sql, type RawBuilder } from 'kysely'
import { likePattern } from '../../platform/like-pattern.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { hasLetters } from '../../records/letters-sql.ts'
import { belongings, type TenantTable } from '../../platform/tenant-tables.ts'

export interface SearchedTable {
  table: TenantTable
  columns: string[]
}

/** A new table is searched as it is. Binary columns hold digests and what is encrypted. */
export async function textColumns(db: Queryable): Promise<SearchedTable[]> {
  const { rows } = await sql<SearchedTable>`
    select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = current_schema() and table_name = any(${Object.keys(belongings)}::text[])
      and (data_type in ('text', 'character varying', 'json', 'jsonb') or data_type = 'ARRAY' and udt_name in ('_text', '_jsonb'))
    group by table_name order by table_name`.execute(db)
  return rows
}

/** One thing by which a person is known: an address, a number, or both names. */
export interface PersonTrace {
  kind: 'contact' | 'number' | 'name'
  /** Every text that names the person has all of these; of a number the digits alone. */
  texts: readonly string[]
  /** A regular expression, for the few texts that have them. */
  pattern: string
}

/** What may stand between the digits of a number: what the pattern passes over. */
const marks =
  ' ()./-\t\n\v\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000'

/** `whole` is searched for names and addresses, `digits`, which has no marks, for numbers. */
const stands = ({ kind, texts, pattern }: PersonTrace): RawBuilder<boolean> => {
  const has = texts.map((text) =>
    kind === 'number'
      ? sql`digits.bare like ${likePattern(text)}`
      : sql`whole.words ilike ${likePattern(text)}`,
  )
  return sql<boolean>`(${sql.join(has, sql` and `)} and whole.words ~* ${pattern})`
}

const either = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`

export async function rowsNaming(
  db: Queryable,
  scope: Scope,
  { table, columns }: SearchedTable,
  traces: readonly PersonTrace[],
): Promise<number> {
  const texts = columns.map((column) => sql`${sql.ref(column)}::text`)
  const bare = traces.some(({ kind }) => kind === 'number')
    ? sql`translate(whole.words, ${marks}, '')`
    : sql`''`
  const { rows } = await sql<{ count: string }>`
    select count(*) as count
    from ${sql.table(table)},
      lateral (select concat_ws(' ', ${sql.join(texts)}) as words offset 0) whole,
      lateral (select ${bare} as bare offset 0) digits
    where workspace_id = ${scope.workspaceId} and ${either(traces.map(stands))}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** By the letters and digits that the indexes of names and of addresses and numbers know. */
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
