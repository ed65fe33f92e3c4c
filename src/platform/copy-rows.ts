/** Inserts rows by one `copy … from stdin`, PostgreSQL's fastest way. It has no `on conflict`, so a row that exists refuses all of them. */
import { once } from 'node:events'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** PostgreSQL parses a value for the column's type: times as ISO text, JSON and arrays as their texts. */
export type CopiedValue = string | number | null

/** These characters would end a value or a row, or begin an escape. */
const special = /[\\\n\r\t]/
const everySpecial = new RegExp(special, 'g')
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const copiedText = (value: CopiedValue): string => {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  return special.test(value) ? value.replace(everySpecial, (found) => escapes[found] ?? found) : value
}

/** Building one string takes half the time of joining lists: 1.4 µs for a line of the request log. */
function textOf(rows: readonly (readonly CopiedValue[])[]): string {
  let text = ''
  for (const row of rows) {
    let separator = ''
    for (const value of row) {
      text += separator + copiedText(value)
      separator = '\t'
    }
    text += '\n'
  }
  return text
}

/** Copies rows into `columns` of `table`, in the order of the values. Throws when one is refused. */
export async function copyRows(
  pool: pg.Pool,
  { table, columns }: { table: string; columns: readonly string[] },
  rows: readonly (readonly CopiedValue[])[],
): Promise<void> {
  if (rows.length === 0) return
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    const copy = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
    // The first error is thrown below; a later one of the broken connection has no listener.
    copy.on('error', () => {})
    copy.end(textOf(rows))
    await once(copy, 'finish')
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // After a refused copy the state of the session is unknown, so the connection is closed.
    client.release(failure)
  }
}
