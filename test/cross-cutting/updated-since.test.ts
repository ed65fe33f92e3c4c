/** `updated_since` on every list that has it: accepted forms, inclusive bound and order. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { changedByHand } from '../harness/changed-by-hand.ts'
import { assertEnvelope, lists, makeWorld, queryOf, type AnyRoute } from './world.ts'

const world = await makeWorld()
const { t, ask, own } = world
after(() => t.close())

interface Row {
  id: string
  updatedAt: string
}

async function rowsSince(route: AnyRoute, value: string): Promise<Row[]> {
  const answer = await ask(route, { query: { updated_since: value, limit: '100' } })
  assert.equal(answer.status, 200, `${value}: ${answer.text}`)
  return [...(answer.body['data'] ?? [])] as unknown as Row[]
}

/** Writes an instant in every accepted form. */
function spellings(instant: Temporal.Instant): string[] {
  const utc = instant.toString({ smallestUnit: 'second' }).slice(0, -1)
  const at = (zone: string) =>
    instant.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'second' })
  return [
    `${utc}Z`,
    utc,
    `${utc}.0Z`,
    `${utc}.000`,
    `${utc}.000000Z`,
    `${utc}.000000000+00:00`,
    `${utc.slice(0, 16)}Z`,
    utc.slice(0, 16),
    `${at('+02:00')}+02:00`,
    `${at('+02:00')}+0200`,
    `${at('-09:30')}-09:30`,
    `${at('+05:45').slice(0, 16)}+0545`,
  ]
}

const malformed = [
  '',
  ' ',
  'yesterday',
  '1714521600',
  '2026',
  '2026-05',
  '2026-5-1',
  '2026-13-01',
  '2026-02-30',
  '20260501',
  '2026-05-01T',
  '2026-05-01T10',
  '2026-05-01 10:00',
  '2026-05-01T25:00Z',
  '2026-05-01T10:60Z',
  '2026-05-01T10:00:00,5Z',
  '2026-05-01T10:00:00.Z',
  '2026-05-01T10:00:00+2',
  '2026-05-01T10:00:00+02:00:00',
  '2026-05-01T10:00:00 02:00',
  '2026-05-01T10:00:00UTC',
  '2026-05-01Z',
  ' 2026-05-01',
  '2026-05-01T10:00:00Z\n',
  '01.05.2026',
]

for (const route of lists.filter((known) => 'updated_since' in queryOf(known))) {
  describe(`updated_since of ${route.id}`, () => {
    it('takes instants at both ends of the years there are', async () => {
      const all = (await rowsSince(route, '2020-01-01')).length
      for (const value of ['0000-01-01', '0000-01-01T00:00:00+14:00', '0001-01-01T00:00:00+14:00'])
        assert.equal((await rowsSince(route, value)).length, all, value)
      for (const value of ['9999-12-31', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-12:00'])
        assert.deepEqual(await rowsSince(route, value), [], value)
    })

    it('includes its bound, in whatever way the instant is written', async () => {
      const all = await rowsSince(route, '2020-01-01')
      const bound = all[3]
      assert.ok(bound)
      const instant = Temporal.Instant.from(bound.updatedAt)
      const expected = all.slice(3).map(({ id }) => id)
      for (const value of spellings(instant)) {
        assert.deepEqual(
          (await rowsSince(route, value)).map(({ id }) => id),
          expected,
          value,
        )
      }
      const later = instant.add({ milliseconds: 1 }).toString()
      assert.deepEqual(
        (await rowsSince(route, later)).map(({ id }) => id),
        expected.slice(1),
      )
    })

    it('takes a date alone as midnight UTC', async () => {
      const [first] = await rowsSince(route, '2020-01-01')
      assert.ok(first)
      const day = Temporal.PlainDate.from(first.updatedAt.slice(0, 10)).add({ days: 1 })
      const table = route.id === 'listReservations' ? 'reservations' : 'listings'
      const move = async (to: string) => {
        await sql`update ${sql.table(table)} set updated_at = ${to} where workspace_id = ${t.scope.workspaceId}
          and id = ${first.id}`.execute(t.db)
        await changedByHand(t.db, t.scope)
      }
      await move(`${day}T00:00:00.000Z`)
      assert.ok((await rowsSince(route, String(day))).some(({ id }) => id === first.id))
      await move(`${day.subtract({ days: 1 })}T23:59:59.999Z`)
      assert.ok(!(await rowsSince(route, String(day))).some(({ id }) => id === first.id))
    })

    it('orders by the time of the change, then by id', async () => {
      const table = route.id === 'listReservations' ? 'reservations' : 'listings'
      await sql`update ${sql.table(table)} set updated_at = '2026-05-20T00:00:00Z'
        where workspace_id = ${t.scope.workspaceId} and id % 2 = 0`.execute(t.db)
      await changedByHand(t.db, t.scope)
      const rows = await rowsSince(route, '2020-01-01')
      // The rendered record keeps its old time, so the order is compared by the table.
      const { rows: stored } = await sql<{ id: string }>`select id from ${sql.table(table)}
        where workspace_id = ${t.scope.workspaceId} order by updated_at, id`.execute(t.db)
      const shown = new Set(rows.map(({ id }) => id))
      assert.ok(rows.length > 4)
      assert.deepEqual(
        rows.map(({ id }) => id),
        stored.map(({ id }) => id).filter((id) => shown.has(id)),
      )
    })

    for (const value of malformed) {
      it(`refuses ${JSON.stringify(value)}`, async () => {
        const answer = await ask(route, { query: { updated_since: value } })
        const error = assertEnvelope(answer, 422, 'invalid_params', route.id)
        assert.equal(error['field'], 'updated_since')
        assert.equal(error['value_received'], value)
      })
    }
  })
}

it('is there on the lists that promise it', () => {
  const names = lists.filter((route) => 'updated_since' in queryOf(route)).map(({ url }) => url)
  assert.ok(names.includes('/v1/properties') && names.includes('/v1/reservations'))
  assert.ok(own.active.listing.length > 0)
})
