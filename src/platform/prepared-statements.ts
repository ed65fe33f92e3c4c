/**
 * Statements that PostgreSQL plans once for each connection instead of each time: those whose text ends in `prepared`. For
 * statements that every request sends and whose best plan is the same for all values, as a row by its key: planning the
 * version of a workspace takes six times as long as running it. Where the best plan hangs on the values (lists with filters)
 * a statement is better planned anew.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { remembered } from './remembered.ts'

const mark = '/* prepared */'

/** The end of a statement that is prepared. Its text must be the same each time but for its values. */
export const prepared = sql.raw(mark)

export const isPrepared = (text: string): boolean => text.endsWith(mark)

/** More than there are texts that say so. */
const mostNames = 10_000

/** Under which a connection keeps its plan; PostgreSQL cuts names at 63 bytes. */
export const nameOf = remembered((text) => `lodgewire_${hash('sha256', text, 'hex').slice(0, 32)}`, mostNames)

/** Lets a connection prepare the statements that say so. */
export function prepareMarked(client: pg.ClientBase): void {
  const query = (...args: unknown[]): unknown =>
    Reflect.apply((Object.getPrototypeOf(client) as pg.ClientBase).query, client, args)
  const marked = (text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && Array.isArray(values) && isPrepared(text)
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest)
  client.query = marked as typeof client.query
}
