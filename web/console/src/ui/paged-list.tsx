/** A list that is read page by page with the API's cursor. */
import type { ComponentChildren } from 'preact'
import { useInfiniteQuery } from '@tanstack/preact-query'
import { text } from '../text/text.ts'
import { count } from '../format/money.ts'
import { Busy } from './busy.tsx'
import { Problem } from './problem.tsx'
import { ListFoot } from './list-foot.tsx'

export interface ListPage<Row> {
  data: Row[]
  pagination: { nextCursor: string | null; hasMore: boolean; total?: number }
}

interface PageRequest {
  cursor: string | undefined
  signal: AbortSignal
}

interface PagedListProps<Row> {
  queryKey: readonly unknown[]
  readPage: (request: PageRequest) => Promise<ListPage<Row>>
  /** Shown instead of an empty list. */
  empty: ComponentChildren
  refetchMs?: number
  children: (rows: Row[]) => ComponentChildren
}

export function PagedList<Row>({ queryKey, readPage, empty, refetchMs, children }: PagedListProps<Row>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage({ cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }: ListPage<Row>) => pagination.nextCursor ?? undefined,
    ...(refetchMs === undefined ? {} : { refetchInterval: refetchMs }),
  })
  const rows = query.data?.pages.flatMap(({ data }) => data)
  const total = query.data?.pages[0]?.pagination.total
  return (
    <>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {rows === undefined && query.error === null && <Busy />}
      {rows !== undefined && (rows.length === 0 ? empty : children(rows))}
      {rows !== undefined && (
        <ListFoot
          query={query}
          shown={
            total === undefined
              ? text('list.shown', { count: rows.length })
              : text('list.of', { shown: count(rows.length), total: count(total) })
          }
        />
      )}
    </>
  )
}
