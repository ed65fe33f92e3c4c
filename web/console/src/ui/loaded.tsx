/** What every list and page shows of its answer: waiting, the problem, nothing there, or the data with its age. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { timeAgo } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { Busy } from './busy.tsx'
import { Icon } from './icon.tsx'
import { Problem } from './problem.tsx'

export interface LoadedQuery<T> {
  data: T | undefined
  error: Error | null
  isFetching: boolean
  dataUpdatedAt: number
  refetch: () => unknown
}

interface LoadedProps<T> {
  query: LoadedQuery<T>
  children: (data: T) => ComponentChildren
}

/** Data that is there stays on the screen when a later request fails; the problem then stands above it. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { data, error } = query
  return (
    <>
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {data === undefined ? error === null && <Busy /> : children(data)}
    </>
  )
}

const tickMs = 10_000

/** How old the shown answer is, and a button for a new one. */
export function Freshness({ query }: { query: Omit<LoadedQuery<unknown>, 'data' | 'error'> }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <button
      type="button"
      class={query.isFetching ? 'fresh busy' : 'fresh'}
      onClick={() => void query.refetch()}
      title={text('fresh.again')}
    >
      <Icon name="refresh" />
      {query.dataUpdatedAt === 0
        ? text('fresh.never')
        : text('fresh.at', { ago: timeAgo(query.dataUpdatedAt, Math.max(now, query.dataUpdatedAt)) })}
    </button>
  )
}
