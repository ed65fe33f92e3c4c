/**
 * Prepares statements whose text ends in `prepared`, once per connection. Use it where one plan fits all values, such as a read by key:
 * planning one takes six times as long as running it. Lists with filters are better planned each time.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { memoizeByText } from './memoize-by-text.ts'

const mark = '/* prepared */'

/** Put it at the end of a statement to prepare it. The text may differ only in its parameters. */
export const prepared = sql.raw(mark)

export const isPrepared = (text: string): boolean => text.endsWith(mark)

/** There are fewer marked texts than this. */
const mostNames = 10_000

/** Hashes the text to a statement name, since PostgreSQL cuts names at 63 bytes. */
export const nameOf = memoizeByText(
  (text) => `lodgewire_${hash('sha256', text, 'hex').slice(0, 32)}`,
  mostNames,
)

/** Makes a connection prepare marked statements. */
export function prepareMarked(client: pg.ClientBase): void {
  const query = (...args: unknown[]): unknown =>
    Reflect.apply((Object.getPrototypeOf(client) as pg.ClientBase).query, client, args)
  const marked = (text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && Array.isArray(values) && isPrepared(text)
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest)
  client.query = marked as typeof client.query
}
