/** Sums the few kept counts that match, instead of counting the rows of a list. */
import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import { inScope, wholeWorkspace, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { KeptCountRequest, KeptList, TraitValues } from './kept-list.ts'

type CountCondition = RawBuilder<boolean>

export const andConditions = (conditions: readonly CountCondition[]): CountCondition =>
  sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`

export const onListings = (table: KeptList['table'], listings: readonly string[]) => ({
  countedBy: 'listing',
  isMeant: sql<boolean>`c.bucket = any(${[...listings]}::bigint[])`,
  belongs: sql<boolean>`${sql.ref(`${table}.listing_id`)} = s.bucket`,
})

const isWanted = (value: RawBuilder<unknown>, wanted: TraitValues): CountCondition =>
  Array.isArray(wanted)
    ? sql<boolean>`${value} = any(${[...(wanted as readonly string[])]}::text[])`
    : sql<boolean>`${value} = ${wanted as RawBuilder<string | null>}`

/** Selects a trait of the counts `c`. */
export const traitOf = <Trait extends string>(
  { traits }: KeptList<Trait>,
  trait: Trait,
): RawBuilder<string> => sql<string>`c.traits[${sql.lit(traits.indexOf(trait) + 1)}]`

/** Selects the counts `c` of the requested rows. */
export const counts = <Trait extends string>(
  scope: Scope,
  list: KeptList<Trait>,
  asked: KeptCountRequest<Trait>,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(select ${columns} from record_counts c
  where ${inScope(wholeWorkspace(scope), 'record_counts', 'c')} and ${areMeant(list, asked)})`

function areMeant<Trait extends string>(
  list: KeptList<Trait>,
  asked: KeptCountRequest<Trait>,
): CountCondition {
  const { table, traits } = list
  const { place } = asked
  return andConditions([
    sql<boolean>`c.list = ${table} and c.counted_by = ${place?.countedBy ?? 'all'}`,
    ...(place ? [place.isMeant] : []),
    ...(asked.also ? [asked.also] : []),
    ...traits.flatMap((trait) => {
      const wanted = asked.traits[trait]
      return wanted === undefined ? [] : [isWanted(traitOf(list, trait), wanted)]
    }),
  ])
}

export const keptTotal = <Trait extends string>(
  scope: Scope,
  list: KeptList<Trait>,
  asked: KeptCountRequest<Trait>,
): RawBuilder<string> => sql<string>`${counts(scope, list, asked, sql`coalesce(sum(c.n), 0)::bigint`)}`

/** Counts the rows of the matching counts that also meet `more`, one by one. */
export const countedRows = <Trait extends string>(
  scope: Scope,
  list: KeptList<Trait>,
  asked: KeptCountRequest<Trait>,
  more: readonly CountCondition[],
): RawBuilder<string> => {
  const { table } = list
  return sql<string>`(
    select count(*) from ${counts(scope, list, asked, sql`c.bucket, c.traits`)} s
    join ${sql.table(table)} on ${sql.ref(`${table}.workspace_id`)} = ${scope.workspaceId}::bigint
      and ${sql.ref(`${table}.listed_as`)} = s.traits
    where ${andConditions([...(asked.place ? [asked.place.belongs] : []), ...more])})`
}

/** True if the request names neither a place nor a trait. */
export const isEverything = <Trait extends string>({
  place,
  traits,
  also,
}: KeptCountRequest<Trait>): boolean =>
  place === undefined && also === undefined && Object.values(traits).every((wanted) => wanted === undefined)

/** Set `plannedOnce` if callers' sums differ in values only and add few counts. */
export async function totalOf(
  db: Queryable,
  sum: RawBuilder<string>,
  { plannedOnce = false }: { plannedOnce?: boolean } = {},
): Promise<number> {
  const end = plannedOnce ? prepared : sql``
  const { rows } = await sql<{ total: string }>`select (${sum})::text as total ${end}`.execute(db)
  return Number(rows[0]?.total)
}
