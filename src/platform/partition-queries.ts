import { sql } from 'kysely'
import type { Queryable } from './tenant.ts'

/**
 * These tables are partitioned by a time column. Each has a partition `…_rest` for rows that no other takes.
 */
export const partitionedTables = { delivery_attempts: 'started_at', request_log: 'created_at' } as const
export type PartitionedTable = keyof typeof partitionedTables

/** Returns the first days of the partitions, as `YYYYMMDD`. */
export async function partitionsOf(db: Queryable, table: PartitionedTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::text::regclass order by c.relname`.execute(db)
  return rows.flatMap(({ name }) => {
    const first = name.slice(table.length + 1)
    return /^\d{8}$/.test(first) ? [first] : []
  })
}

/** The lock's holder maintains the partitions, and others skip that. The lock ends with the transaction. */
export async function tryPartitionLock(tx: Queryable, table: PartitionedTable): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`lodgewire ${table}`}, 0)) as got`.execute(tx)
  // Creating and dropping wait for running queries, and everybody else would wait behind them.
  await sql`set local lock_timeout = '2s'`.execute(tx)
  return rows[0]?.got ?? false
}

/** Rows that were stored in `…_rest` meanwhile move to the new partition. */
export async function addPartition(
  tx: Queryable,
  table: PartitionedTable,
  { name, from, to }: { name: string; from: Date; to: Date },
): Promise<void> {
  const parent = sql.table(table)
  const partition = sql.table(`${table}_${name}`)
  const column = sql.ref(partitionedTables[table])
  await sql`create table ${partition} (like ${parent} including defaults including constraints)`.execute(tx)
  await sql`
    with moved as (
      delete from ${sql.table(`${table}_rest`)} where ${column} >= ${from} and ${column} < ${to} returning *
    )
    insert into ${partition} select * from moved`.execute(tx)
  // PostgreSQL takes a partition's bounds as constants only.
  await sql`
    alter table ${parent} attach partition ${partition}
    for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(tx)
}

export async function dropPartition(tx: Queryable, table: PartitionedTable, name: string): Promise<void> {
  await sql`drop table ${sql.table(`${table}_${name}`)}`.execute(tx)
}
