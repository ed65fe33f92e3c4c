/** What a database holds, to be compared with the same after it was moved. */
import pg from 'pg'

/** Rows and a sum of their hashes, by table and workspace. */
export type TableDigests = Record<string, string>

export async function tableDigests(url: string): Promise<TableDigests> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; columns: string; by: string }>(`
      select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
        coalesce(max(a.attname) filter (where a.attname = 'workspace_id'), 'null::bigint') as by
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.relname`)
    const found: TableDigests = {}
    for (const { name, columns, by } of tables) {
      const { rows } = await client.query<{ workspace: string | null; rows: string; sum: string }>(
        `select ${by} as workspace, count(*) as rows, sum(hashtextextended(row(${columns})::text, 0)) as sum
          from ${name} group by 1`,
      )
      for (const { workspace, rows: count, sum } of rows)
        found[`${name} of ${workspace ?? 'everybody'}`] = `${count} rows, ${sum}`
    }
    return found
  } finally {
    await client.end()
  }
}
