/**
 * A page of a filtered list is merged from index ranges. Each range holds rows of equal traits in list order, and
 * counts say which traits exist.
 */
import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { KeptCountRequest, ListCut, KeptList } from './kept-list.ts'
import { andConditions, counts } from './total-queries.ts'

type PageCondition = RawBuilder<boolean>

/** True for the rows of the page. It is cut already, so the query needs neither limit nor offset. */
export function onMergedPage<Trait extends string>(
  scope: Scope,
  list: KeptList<Trait>,
  /** Several requests must not have rows in common. */
  asked: KeptCountRequest<Trait> | readonly KeptCountRequest<Trait>[],
  page: ListCut,
  {
    more = [],
    others = [],
  }: {
    /** Further conditions on the rows of the matching counts. */
    more?: readonly PageCondition[]
    /** Other rows that belong to the list, looked up by an index of their own. */
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
    // `offset 0` hides the order, so the planner looks up these few rows instead of walking all.
    ...others.map(
      (one) => sql`(select * from (
        select ${columns} from ${sql.table(table)}
        where ${andConditions([ofWorkspace, one, ...(page.after ? [page.after] : [])])} offset 0) few)`,
    ),
  ]
  const keys = sql.join(key.map(column))
  // The subquery has the table's name, so that the order's columns resolve.
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
  /** Set if the page has a usual size and statements of callers differ in values only. */
  plannedOnce?: boolean
}

/** Writes the size as a literal if the statement is planned once. */
export const endOf = ({ limit, offset }: ListCut, plannedOnce: boolean): RawBuilder<unknown> =>
  plannedOnce ? sql`limit ${sql.lit(limit)} ${prepared}` : sql`limit ${limit} offset ${offset}`

/** Walks an index if it holds the page's rows in order; otherwise merges the page from several. */
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
