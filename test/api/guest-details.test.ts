/** `guestDetails` of stored reservations, after the migration that brought it. */
import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace } from './rows.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const folder = new URL('../../db/migrations/', import.meta.url)

it('texts from before get it to the letter as rendering writes it, and no date moves', async () => {
  const space = await freshSpace(app)
  const listing = await space.rows.listing()
  const names = [
    { first_name: 'Ana', last_name: 'Lima' },
    { first_name: 'Jo "J,\\"bookedAt\\":"', last_name: '\u2028tab\t é 🙂 \u0001' },
    { first_name: '"guestDetails":{', last_name: null },
    null,
  ]
  const parties = [null, { adults: 2, children: 0, infants: null, pets: 1, total: 3 }]
  const details = [null, {}, { city: 'Split', nested: { bookedAt: 1.5 }, name: 'x' }]
  for (const name of names) {
    const guest = name && (await space.rows.guest(name))
    for (const occupancy of parties) {
      for (const guest_details of details) {
        await space.rows.stay({
          listing_id: listing,
          check_in: '2026-07-01',
          check_out: '2026-07-03',
          guest_id: guest,
          occupancy,
          guest_details,
          total_price: '10',
          currency: 'EUR',
        })
      }
    }
  }
  const stored = async () =>
    (
      await sql<{ id: string; doc: string; updated_at: Date; own: object | null }>`
        select id, doc, updated_at, guest_details as own from reservations order by id`.execute(app.db)
    ).rows
  const rendered = await stored()
  assert.equal(rendered.length, 24)
  for (const { id, doc, own } of rendered) {
    const { guestDetails: _, ...record } = JSON.parse(doc) as Record<string, unknown>
    // What the source said stood there alone, and in the same place.
    const before = Object.entries(record).flatMap(([key, value]) =>
      key === 'bookedAt' && own
        ? [['guestDetails', own] as const, [key, value] as const]
        : [[key, value] as const],
    )
    const text = JSON.stringify(Object.fromEntries(before))
    await sql`update reservations set doc = ${text} where id = ${id}`.execute(app.db)
  }
  const file = (await readdir(folder)).find((name) => name.endsWith('_guest_details.sql'))
  await sql.raw(await readFile(new URL(String(file), folder), 'utf8')).execute(app.db)
  assert.deepEqual(await stored(), rendered)
})
