import type { ComponentChildren } from 'preact'
import { text } from '../text/text.ts'
import { Freshness, type LoadedQuery } from './loaded.tsx'

interface PagedQuery extends Omit<LoadedQuery<unknown>, 'data' | 'error'> {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

interface ListFootProps {
  query: PagedQuery
  /** How much of the list is shown; null where all of it is. */
  shown: string | null
  children?: ComponentChildren
}

/** The end of a list that is read page by page: how much is there, how fresh it is, and the next page. */
export const ListFoot = ({ query, shown, children }: ListFootProps) => (
  <footer class="list-foot">
    {shown !== null && <span class="soft">{shown}</span>}
    <Freshness query={query} />
    {query.hasNextPage && (
      <button
        type="button"
        class="second"
        disabled={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {query.isFetchingNextPage ? text('busy') : text('list.more')}
      </button>
    )}
    {children}
  </footer>
)
