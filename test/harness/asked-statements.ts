/** Records the statements that some work sends, on whichever connection. */
import { mock } from 'node:test'
import pg from 'pg'

export interface AskedStatement {
  sql: string
  parameters: readonly unknown[]
}

type ClientQuery = (
  this: pg.Client,
  statement: string | { text: string; values?: unknown[] },
  values?: unknown,
  ...rest: unknown[]
) => unknown

/** Statements of other work in this process are included. */
export async function statementsOf(work: () => Promise<unknown>): Promise<AskedStatement[]> {
  const seen: AskedStatement[] = []
  const client = pg.Client.prototype as unknown as { query: ClientQuery }
  const { query } = client
  const watched = mock.method(client, 'query', function (this: pg.Client, ...args: Parameters<ClientQuery>) {
    const [asked, values] = args
    if (typeof asked === 'string') seen.push({ sql: asked, parameters: Array.isArray(values) ? values : [] })
    else seen.push({ sql: asked.text, parameters: asked.values ?? [] })
    return Reflect.apply(query, this, args)
  })
  try {
    await work()
    return seen
  } finally {
    watched.mock.restore()
  }
}
