/**
 * Collects every statement that the product can send: functions that send some are called with values made from the types of their parameters, on
 * a database that only writes down what it is asked.
 */
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../../src/platform/schema.ts'
import { byData } from './by-data.ts'
import { createRecorder } from './recorder.ts'
import { samplesFor, together, type Sample } from './samples.ts'
import { root, type Source } from './source.ts'

/** By place, the texts that are sent from there. */
export async function sentStatements({
  checker,
  sites,
  functionsOf,
}: Source): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const recorder = createRecorder()
  const db = recorder.db as unknown as Kysely<Database>
  const samples = samplesFor(checker, db)
  const rows = new Map(sites.map(({ place, row }) => [place, row ? samples(row) : []]))
  const made = (makes: readonly Sample[] = []) => makes.map((make) => make())
  /** One row, a row of each kind, and none. */
  const answers = [
    (place: string) => made(rows.get(place)?.slice(0, 1)),
    (place: string) => made(rows.get(place)),
    () => [],
  ]
  for (const file of new Set(sites.map((site) => site.file))) {
    const module = (await import(path.join(root, file))) as Record<string, (...values: unknown[]) => unknown>
    for (const { name, parameters } of functionsOf(file)) {
      const calls =
        byData[`${file} ${name}`]?.(db) ??
        together(parameters.map((type) => samples(type))).map((values) => () => module[name]?.(...values()))
      for (const call of calls) {
        for (const rowsOf of answers) {
          recorder.answer(rowsOf)
          // What becomes of made-up values does not matter, only what was asked by then.
          await Promise.try(call).catch(() => {})
        }
      }
    }
  }
  return recorder.sent
}
