/** All lists share their paging parameters, `updated_since`, keyset pages and the envelope. */
import { Type, type TProperties } from 'typebox'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../platform/api-error.ts'
import type { Vault } from '../platform/crypto.ts'
import { JsonText, type RouteContext } from './route.ts'
import { narrowing } from '../platform/tenant.ts'
import { decodeCursor, encodeCursor, type CursorBinding } from './cursor.ts'

const maxOffset = 10_000

export const Flag = (description: string) => Type.Boolean({ description })

/** Adds paging parameters with the list's own page size to its filters. */
export function listQuery<F extends TProperties>(
  filters: F,
  options: { defaultLimit: number; maxLimit?: number },
) {
  return Type.Object(
    {
      ...filters,
      cursor: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2000,
          description: 'The previous page’s `pagination.nextCursor`. Leave it out for the first page.',
        }),
      ),
      offset: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: maxOffset,
          description: 'Rows to skip, for shallow paging. Not together with `cursor`.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: options.maxLimit ?? 100,
          description: `Rows per page; ${options.defaultLimit} when left out.`,
        }),
      ),
      include_total: Type.Optional(
        Flag('`false` leaves `pagination.total` out and saves the count. Default `true`.'),
      ),
    },
    { additionalProperties: false },
  )
}

interface PagingQuery {
  cursor?: string
  offset?: number
  limit?: number
  include_total?: boolean
}

export interface OrderKey<Row> {
  /** The SQL expression of the order is the same as in the index that serves it. */
  expression: RawBuilder<unknown>
  /** A cursor's value is cast to this type. */
  type: 'bigint' | 'timestamptz' | 'text' | 'uuid' | 'date'
  valueOf(row: Row): string
}

export interface ListOrdering<Row> {
  name: string
  direction: 'asc' | 'desc'
  keys: readonly OrderKey<Row>[]
}

export interface PageRequest {
  /** The `where` condition starts after the cursor; absent on the first page. */
  after: RawBuilder<boolean> | undefined
  orderBy: RawBuilder<unknown>
  limit: number
  offset: number
  /** The caller wants the total; a query that returns it with the rows saves a round trip. */
  withTotal: boolean
}

/** Most clients use these page sizes. */
const usualSizes = [10, 20, 25, 50, 100]

/**
 * True when the statement may be prepared with its size in the text. Without the size the planner expects a
 * tenth of the table; each size costs a statement per connection, so only usual ones are prepared.
 */
export const isUsual = ({ limit, offset }: PageRequest): boolean =>
  offset === 0 && usualSizes.includes(limit - 1)

export interface ListPage<Item> {
  data: Item[]
  pagination: { nextCursor: string | null; hasMore: boolean; total?: number }
}

interface ListOptions<Row, Item> {
  defaultLimit: number
  ordering: ListOrdering<Row>
  /** Reads one row more than requested, so that `hasMore` needs no count. */
  rows(page: PageRequest): Promise<Row[]>
  total(): Promise<number>
  /** Queries that return the count with every row set this. */
  totalOf?(row: Row): number
  item(row: Row): Item
}

type ListRequestContext = Pick<
  RouteContext<{ vault: Pick<Vault, 'deriveKeys'> }, unknown, PagingQuery, unknown, never>,
  'query' | 'scope' | 'routeId' | 'services'
>

function bindingOf(context: ListRequestContext, ordering: string): CursorBinding {
  const { cursor: _, offset: __, limit: ___, include_total: ____, ...filters } = context.query
  const { workspaceId } = context.scope
  // The scope is part of the cursor like a filter, so another account's cursor is refused.
  const within = { ...filters, ...narrowing(context.scope) }
  return { workspaceId, routeId: context.routeId, ordering, filters: within }
}

function afterCursor<Row>(ordering: ListOrdering<Row>, values: readonly string[]): RawBuilder<boolean> {
  const left = sql.join(ordering.keys.map((key) => key.expression))
  const right = sql.join(ordering.keys.map((key, i) => sql`${values[i]}::${sql.raw(key.type)}`))
  return sql<boolean>`(${left}) ${sql.raw(ordering.direction === 'asc' ? '>' : '<')} (${right})`
}

async function rowsAndTotal<Row, Item>(page: PageRequest, options: ListOptions<Row, Item>) {
  const { totalOf } = options
  if (!page.withTotal) return { found: await options.rows(page), total: undefined }
  if (!totalOf) {
    const [found, total] = await Promise.all([options.rows(page), options.total()])
    return { found, total }
  }
  const found = await options.rows(page)
  const [first] = found
  if (first !== undefined) return { found, total: totalOf(first) }
  // An empty first page means a total of 0; an empty later page says nothing.
  const isFirst = page.after === undefined && page.offset === 0
  return { found, total: isFirst ? 0 : await options.total() }
}

async function readPage<Row, Item>(context: ListRequestContext, options: ListOptions<Row, Item>) {
  const { query } = context
  if (query.cursor !== undefined && query.offset !== undefined) {
    throw new ApiError(
      'invalid_params',
      '`cursor` and `offset` cannot be used together: send one of them.',
      { field: 'offset', value_received: query.offset },
      { statusCase: 'cursor_with_offset' },
    )
  }
  const { ordering } = options
  const binding = bindingOf(context, ordering.name)
  const limit = query.limit ?? options.defaultLimit
  const signers = context.services.vault.deriveKeys('cursor')
  const after =
    query.cursor === undefined
      ? undefined
      : afterCursor(ordering, decodeCursor(signers, binding, query.cursor))
  const orderBy = sql.join(ordering.keys.map((key) => sql`${key.expression} ${sql.raw(ordering.direction)}`))
  const withTotal = query.include_total !== false
  const page = { after, orderBy, limit: limit + 1, offset: query.offset ?? 0, withTotal }
  const { found, total } = await rowsAndTotal(page, options)
  const hasMore = found.length > limit
  const rows = hasMore ? found.slice(0, limit) : found
  const last = rows.at(-1)
  const nextCursor =
    hasMore && last !== undefined
      ? encodeCursor(
          signers[0],
          binding,
          ordering.keys.map((key) => key.valueOf(last)),
        )
      : null
  return { rows, pagination: { nextCursor, hasMore, ...(total === undefined ? {} : { total }) } }
}

export async function listPage<Row, Item>(
  context: ListRequestContext,
  options: ListOptions<Row, Item>,
): Promise<ListPage<Item>> {
  const { rows, pagination } = await readPage(context, options)
  return { data: rows.map(options.item), pagination }
}

/** Stored JSON texts of rows are joined without being parsed. */
export async function listPageOfText<Row>(
  context: ListRequestContext,
  options: ListOptions<Row, string>,
): Promise<JsonText> {
  const { rows, pagination } = await readPage(context, options)
  return new JsonText(
    `{"data":[${rows.map(options.item).join(',')}],"pagination":${JSON.stringify(pagination)}}`,
  )
}
