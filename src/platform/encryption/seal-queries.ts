/** Reads all encrypted columns and replaces their ciphertext. */
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../tenant.ts'
import type { SealedPlace } from './sealed-place.ts'

const column = (name: string) => sql.ref(name)

/** SQL for the key ids that a row's column names; null where it names none. */
function keyIdsOf({ column: name, fields }: SealedPlace): RawBuilder<string | null>[] {
  if (!fields) return [sql`sealed_key_id(${column(name)})`]
  return fields.map((field) => sql`sealed_text_key_id(${column(name)} ->> ${sql.lit(field)})`)
}

const isOtherThan = (place: SealedPlace, keyId: string) =>
  sql<boolean>`(${sql.join(
    keyIdsOf(place).map((id) => sql`${id} <> ${keyId}`),
    sql` or `,
  )})`

export interface SealedValue {
  /** Values of the primary key come in its order. */
  keys: string[]
  /** The column's value is cast to text. */
  value: string
}

/** Returns rows after `after`, by key, whose column names another key than `keyId`. */
export async function sealedOtherwise(
  db: Queryable,
  place: SealedPlace,
  { keyId, after, limit }: { keyId: string; after: readonly string[] | null; limit: number },
): Promise<SealedValue[]> {
  const names = Object.keys(place.key)
  const order = sql.join(names.map(column))
  const later = after
    ? sql`and (${order}) > (${sql.join(names.map((name, i) => sql`${after[i]}::${sql.raw(place.key[name] ?? 'text')}`))})`
    : sql``
  const { rows } = await sql<SealedValue>`
    select array[${sql.join(names.map((name) => sql`${column(name)}::text`))}] as keys, ${column(place.column)}::text as value
    from ${sql.table(place.table)}
    where ${isOtherThan(place, keyId)} ${later}
    order by ${order} limit ${limit}`.execute(db)
  return rows
}

export interface ResealedValue extends SealedValue {
  next: string
}

/** Replaces ciphertext that is unchanged. Rows that others lock or changed are skipped, so this never waits. Returns how many were replaced. */
export async function replaceSealed(
  db: Queryable,
  place: SealedPlace,
  keyId: string,
  rows: readonly ResealedValue[],
): Promise<number> {
  const at = Object.keys(place.key).indexOf('workspace_id')
  let replaced = 0
  for (const [workspaceId, some] of Map.groupBy(rows, ({ keys }) => keys[at]))
    replaced += await replaceSealedOf(db, workspaceId, place, keyId, some)
  return replaced
}

/** Replaces values of one workspace, or of a table that has none. */
async function replaceSealedOf(
  db: Queryable,
  workspaceId: string | undefined,
  place: SealedPlace,
  keyId: string,
  rows: readonly ResealedValue[],
): Promise<number> {
  const names = Object.keys(place.key)
  const type = sql.raw(place.fields ? 'jsonb' : 'bytea')
  const replacements = rows.map(({ keys, value, next }) => ({ keys, value, next }))
  const same = sql.join(
    names.map(
      (name, i) => sql`t.${column(name)} = (g.keys ->> ${sql.lit(i)})::${sql.raw(place.key[name] ?? 'text')}`,
    ),
    sql` and `,
  )
  const isInside = workspaceId === undefined ? sql`true` : sql`t.workspace_id = ${workspaceId}`
  const own = sql`${isInside} and ${same} and t.${column(place.column)} = g.value`
  const { numAffectedRows = 0n } = await sql`
    with given as (
      select g.keys, g.value::${type} as value, g.next::${type} as next
      from jsonb_to_recordset(${JSON.stringify(replacements)}::jsonb) as g (keys jsonb, value text, next text)
    ), free as (
      select g.* from ${sql.table(place.table)} t join given g on ${own}
      for no key update of t skip locked
    )
    update ${sql.table(place.table)} t
    set ${column(place.column)} = g.next ${place.keyIdColumn ? sql`, ${column(place.keyIdColumn)} = ${keyId}` : sql``}
    from free g where ${own}`.execute(db)
  return Number(numAffectedRows)
}

/** Counts the values of one place by key; a value without a key id is not ciphertext. */
export async function sealedCounts(db: Queryable, place: SealedPlace): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; values: string }>`
    select k.id, count(*) as values
    from ${sql.table(place.table)}, lateral unnest(array[${sql.join(keyIdsOf(place))}]) as k (id)
    where k.id is not null group by k.id`.execute(db)
  return new Map(rows.map(({ id, values }) => [id, Number(values)]))
}

/** Counts rows of all places that name one of the keys, in one snapshot. */
export async function countSealedWith(
  db: Queryable,
  places: readonly SealedPlace[],
  ids: readonly string[],
): Promise<number> {
  const each = places.map(
    (place) => sql`(
      select count(*) from ${sql.table(place.table)}
      where ${sql.join(
        keyIdsOf(place).map((id) => sql`${id} = any(${ids}::text[])`),
        sql` or `,
      )})`,
  )
  const { rows } = await sql<{ total: string }>`select ${sql.join(each, sql` + `)} as total`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** Finds transactions that write to one of the tables now. */
export async function writersOf(
  db: Queryable,
  tables: readonly string[],
): Promise<{ id: string; pid: number }[]> {
  const { rows } = await sql<{ id: string; pid: number }>`
    select distinct l.virtualtransaction as id, l.pid
    from pg_locks l
    where l.locktype = 'relation' and l.granted and l.pid <> pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())
      and l.relation = any(array(select to_regclass(t.name)::oid from unnest(${tables}::text[]) as t (name)))
      and l.mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`.execute(
    db,
  )
  return rows
}
