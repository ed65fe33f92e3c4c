/** A card of the first screen: a question, its answers, and the way to where they are dealt with. */
import type { ComponentChildren } from 'preact'
import { text } from '../text/text.ts'
import { Freshness, Loaded, type LoadedQuery } from './loaded.tsx'

/** A card shows the first few; the screen it links to shows all. */
const mostRows = 6

interface CardProps<T> {
  title: string
  query: LoadedQuery<T>
  /** Said where nothing is to be done. */
  calm: string
  rowsOf: (data: T) => ComponentChildren[]
  more?: { href: string; label: string }
}

export function Card<T>({ title, query, calm, rowsOf, more }: CardProps<T>) {
  return (
    <section class="card">
      <h2>{title}</h2>
      <Loaded query={query}>
        {(data) => {
          const rows = rowsOf(data)
          return rows.length === 0 ? (
            <p class="soft">{calm}</p>
          ) : (
            <>
              <ul class="rows">{rows.slice(0, mostRows)}</ul>
              {rows.length > mostRows && (
                <p class="soft">{text('today.more', { count: rows.length - mostRows })}</p>
              )}
            </>
          )
        }}
      </Loaded>
      <footer>
        <Freshness query={query} />
        {more !== undefined && <a href={more.href}>{more.label}</a>}
      </footer>
    </section>
  )
}
