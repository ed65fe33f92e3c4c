/**
 * Compares a search for a person in a large workspace (`--rows`) with reading the same texts without comparing. The
 * search reads whole tables, because an index would miss texts.
 */
import { sql } from 'kysely'
import { searchPerson } from '../src/features/guests/search-person.ts'
import { textColumns } from '../src/features/guests/search-queries.ts'
import { fillReservations } from '../test/e2e/constant-cost/reservation-list.ts'
import { insertWorkspace } from '../test/harness/app.ts'
import { median, type Bench } from './bench.ts'
import { openFilling } from './filling.ts'

const usualSize = 1_000_000
const rounds = 3
const atMost = 4

const searches = {
  'by three telephone numbers': { phones: ['+44 20 7946 0958', '+385 91 123 4567', '0044 161 496 0001'] },
  'by three addresses': { emails: ['ada@example.com', 'grace@example.com', 'mary@example.com'] },
  'by a name': { firstName: 'Ada', lastName: 'Lovelace' },
}

export const personSearchBench: Bench = async (context) => {
  const size = Number(context.options.rows ?? usualSize)
  const filling = await openFilling(context)
  try {
    const { db, clock } = filling
    const workspace = await insertWorkspace(db)
    await fillReservations(filling, workspace, size)
    await sql`vacuum analyze`.execute(db)
    const scope = workspace.live
    const columns = (await textColumns(db)).find(({ table }) => table === 'reservations')?.columns ?? []
    const words = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))})`
    const read = () =>
      sql`select count(*) from reservations where workspace_id = ${workspace.id} and length(${words}) < 0`.execute(
        db,
      )
    const took = async (work: () => Promise<unknown>) => {
      const begun = performance.now()
      await work()
      return performance.now() - begun
    }
    await read()
    const results = []
    for (const [label, body] of Object.entries(searches)) {
      const [reading, searching]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        reading.push(await took(read))
        searching.push(await took(() => searchPerson(db, scope, body, clock.now())))
      }
      const [one, other] = [median(reading), median(searching)]
      results.push({
        label: `a person ${label}, in ${size.toLocaleString('en')} rows`,
        ratio: other / one,
        atMost,
        detail: `${Math.round(other)} ms against ${Math.round(one)} to read them, medians of ${rounds} in turn`,
      })
    }
    return results
  } finally {
    await filling.close()
  }
}
