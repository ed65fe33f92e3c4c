/**
 * A page of a list whose rows are filtered: an index holds those that are alike in the order of the list, and the page is merged from
 * the beginnings of those that match, of which the counts say which there are.
 */
import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { KeptCountRequest, ListCut, KeptList } from './kept-list.ts'
import { andConditions, counts } from './total-queries.ts'

type PageCondition = RawBuilder<boolean>

/** True for the rows of the page, which is cut already: neither limit nor offset is left to do. */
export function onMergedPage<Trait extends string>(
  scope: Scope,
  list: KeptList<Trait>,
  /** Several, of places that have no row in common. */
  asked: KeptCountRequest<Trait> | readonly KeptCountRequest<Trait>[],
  page: ListCut,
  {
    more = [],
    others = [],
  }: {
    /** What else the rows have to be, of the counts that match. */
    more?: readonly PageCondition[]
    /** Rows beside those, looked up by an index of their own. */
    others?: readonly PageCondition[]
  } = {},
): PageCondition {
  const { table, orderedBy, key = ['id'] } = list
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const columns = sql.join([...new Set([...key, ...orderedBy])].map(column))
  const upTo = page.limit + page.offset
  const ofWorkspace = sql<boolean>`${column('workspace_id')} = ${scope.workspaceId}::bigint`
  const rest = [...more, ...(page.after ? [page.after] : [])]
  const alike = ({ place }: KeptCountRequest<Trait>) =>
    andConditions([
      ofWorkspace,
      sql<boolean>`${column('listed_as')} = s.traits`,
      ...(place ? [place.belongs] : []),
      ...rest,
    ])
  const parts = [
    ...[asked].flat().map(
      (one) => sql`(select one.* from ${counts(scope, list, one, sql`c.bucket, c.traits`)} s
      cross join lateral (
        select ${columns} from ${sql.table(table)} where ${alike(one)} order by ${page.orderBy} limit ${upTo}) one)`,
    ),
    // Cut off from its order, so that the few are looked up instead of met on a walk over all.
    ...others.map(
      (one) => sql`(select * from (
        select ${columns} from ${sql.table(table)}
        where ${andConditions([ofWorkspace, one, ...(page.after ? [page.after] : [])])} offset 0) few)`,
    ),
  ]
  const keys = sql.join(key.map(column))
  // Called like the table, so that the order can be said of it.
  const cut = sql`select ${keys} from (${sql.join(parts, sql` union all `)}) ${sql.table(table)}
    order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`
  return key.length === 1
    ? sql<boolean>`${ofWorkspace} and ${keys} = any(array(${cut}))`
    : sql<boolean>`${ofWorkspace} and (${keys}) in (${cut})`
}

export interface CuttableRange<Query> {
  where(condition: PageCondition): Query
  limit(n: number | RawBuilder<number>): Query
  offset(n: number): Query
  modifyEnd(end: RawBuilder<unknown>): Query
}

interface OneRange {
  oneRange: readonly PageCondition[]
  /** The page is of a usual size, and nothing but values tells one caller's statement from another's. */
  plannedOnce?: boolean
}

/** The end of a statement that reads a page off an index, with its size in the text where it is planned once. */
export const endOf = ({ limit, offset }: ListCut, plannedOnce: boolean): RawBuilder<unknown> =>
  plannedOnce ? sql`limit ${sql.lit(limit)} ${prepared}` : sql`limit ${limit} offset ${offset}`

/** A page whose rows one index has in their order, from its beginning or a cursor on; otherwise one that is merged. */
export function cutTo<Query extends CuttableRange<Query>>(
  select: Query,
  page: ListCut,
  rows: { merged: PageCondition } | OneRange,
): Query {
  if ('merged' in rows) return select.where(rows.merged)
  const found = select.where(andConditions([...rows.oneRange, ...(page.after ? [page.after] : [])]))
  return rows.plannedOnce
    ? found.limit(sql.lit(page.limit)).modifyEnd(prepared)
    : found.limit(page.limit).offset(page.offset)
}
