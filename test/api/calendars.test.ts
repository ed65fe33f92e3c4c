/** Calendars of many listings: nights, stays, and the rooms they are in. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace } from './rows.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

interface Calendars {
  data: {
    id: string
    country: string | null
    units: { id: string; name: string }[]
    stays: { id: string; unit: object | null }[]
  }[]
}

test('a listing with rooms names them by number, and those of other listings are not among them', async () => {
  const space = await freshSpace(app)
  const inn = await space.rows.listing({ name: 'Inn', currency: 'EUR', unit_count: 3, country_code: 'AT' })
  const house = await space.rows.listing({ name: 'House', currency: 'EUR' })
  const ten = await space.rows.unit([inn], 'Room 10')
  const nine = await space.rows.unit([inn], 'Room 9')
  const stay = await space.rows.stay({
    ...{ listing_id: inn, check_in: '2026-07-02', check_out: '2026-07-04', unit_id: nine },
  })
  const { body } = await space.get('/v1/calendar?from=2026-07-01&to=2026-07-05')
  const [first, second] = (body as Calendars).data
  assert.deepEqual([first?.country, second?.country], ['AT', null])
  assert.deepEqual(first?.units, [
    { id: nine, name: 'Room 9' },
    { id: ten, name: 'Room 10' },
  ])
  assert.deepEqual(
    first.stays.map(({ id, unit }) => ({ id, unit })),
    [{ id: stay, unit: { id: nine, name: 'Room 9' } }],
  )
  assert.deepEqual([second?.id, second?.units], [house, []])
})
