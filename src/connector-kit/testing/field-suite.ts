/** A connector may leave a vendor's fields unread only for a stated reason. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import { addDays } from '../dates.ts'
import type { Connector } from '../connector.ts'
import { openBench, type Bench } from './bench.ts'
import type { VendorFacts } from './certify.ts'
import { noteFields, type NotedFields } from './unread-fields.ts'

/** Fields at the same place often stay unread for the same reason. */
export interface IgnoredFields {
  /** Matches the place, as `unread-fields.ts` writes it. */
  at: RegExp
  why: string
}

const portfolio = { listings: 6, reservations: 60 }

/** Reads everything that a first import reads, and one record of each kind by itself. */
export async function readAll<C extends TSchema>(bench: Bench<C>, noted: NotedFields): Promise<void> {
  const context = bench.context()
  noteFields(context.http, noted)
  const { operations } = bench.connector
  await operations.probe(context)
  const walk = bench.walk()
  const listings = (await walk.listings()).records
  const today = context.now().toISOString().slice(0, 10)
  for (const listing of listings)
    await operations.calendar?.range(context, { listing, from: today, to: addDays(today, 60) })
  const stays = (await walk.reservations()).records
  for (const { externalId } of stays.slice(0, 10)) await operations.reservations?.one?.(context, externalId)
  if (operations.conversations !== undefined) {
    for (const { externalId } of (await walk.conversations()).records.slice(0, 10))
      await walk.messages(externalId)
  }
  if (operations.reviews !== undefined) await walk.reviews()
}

export const forgottenIn = ({ filled, read }: NotedFields, ignored: readonly IgnoredFields[]): string[] =>
  [...filled].filter((field) => !read.has(field) && !ignored.some(({ at }) => at.test(field))).toSorted()

export function fieldSuite<C extends TSchema>(
  connector: Connector<C>,
  { start, ignored }: Pick<VendorFacts, 'start'> & { ignored: readonly IgnoredFields[] },
): void {
  describe('fields', { concurrency: false }, () => {
    const noted: NotedFields = { filled: new Set(), read: new Set() }
    let bench: Bench<C>
    before(async () => {
      bench = await openBench(connector, start, portfolio)
      await readAll(bench, noted)
    })
    after(() => bench.close())

    it('are all read, or left out for a reason', () => {
      assert.deepEqual(forgottenIn(noted, ignored), [])
    })

    it('are left out for no reason that is over', () => {
      const unread = [...noted.filled].filter((field) => !noted.read.has(field))
      const needless = ignored.filter(({ at }) => !unread.some((field) => at.test(field)))
      assert.deepEqual(
        needless.map(({ at }) => String(at)),
        [],
      )
    })
  })
}
