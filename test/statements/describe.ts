/** What PostgreSQL says of a statement without running it: the driver sends the same, so what it refuses here fails there. */
import pg from 'pg'

export interface ResultColumn {
  name: string
  /** As in `pg_type`: `int8`, `_text`. */
  type: string
  /** The column of a table it is as it stands, and whether that may be null. */
  of: { table: string; column: string; nullable: boolean } | undefined
}

interface ResultField {
  name: string
  tableID: number
  columnID: number
  dataTypeID: number
}

/** As the driver calls what it is handed when it takes turns. */
class Describing implements pg.Submittable {
  readonly #text: string
  readonly #done: (fields: ResultField[] | Error) => void
  #answer: ResultField[] | Error = []

  constructor(text: string, done: (fields: ResultField[] | Error) => void) {
    this.#text = text
    this.#done = done
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: ResultField[] }): void {
    this.#answer = fields
  }

  handleError(error: Error): void {
    this.#answer = error
    this.#done(error)
  }

  handleReadyForQuery(): void {
    this.#done(this.#answer)
  }
}

const columnsSql = `
  select a.attrelid::int as table_id, a.attnum::int as number, c.relname as table, a.attname as column,
         not a.attnotnull as nullable
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and a.attnum > 0`

export async function openDescriber(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const types = await client.query<{ id: number; name: string }>(
    'select oid::int as id, typname as name from pg_type',
  )
  const columns = await client.query<{
    table_id: number
    number: number
    table: string
    column: string
    nullable: boolean
  }>(columnsSql)
  const typeNames = new Map(types.rows.map(({ id, name }) => [id, name]))
  const origins = new Map(columns.rows.map((row) => [`${row.table_id}.${row.number}`, row]))
  return {
    /** Fails with PostgreSQL's message when it does not take the statement. */
    async columnsOf(text: string): Promise<ResultColumn[]> {
      const answer = await new Promise<ResultField[] | Error>((resolve) => {
        client.query(new Describing(text, resolve))
      })
      if (answer instanceof Error) throw answer
      return answer.map(({ name, tableID, columnID, dataTypeID }) => ({
        name,
        type: typeNames.get(dataTypeID) ?? String(dataTypeID),
        of: origins.get(`${tableID}.${columnID}`),
      }))
    },
    close: () => client.end(),
  }
}
