/** Setting nights of listings kept here, and everything that refuses it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { freshSpace, type Space } from './rows.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ now: '2026-06-15T12:00:00.000Z' })
})
after(() => app.close())

const put = (space: Space, id: string, body: object, query = ''): Promise<TestAnswer> =>
  app.call('PUT', `/v1/availability/${id}${query}`, { key: space.liveKey, body })
const batch = (space: Space, body: object, query = ''): Promise<TestAnswer> =>
  app.call('PATCH', `/v1/availability/batch${query}`, { key: space.liveKey, body })

async function days(space: Space, id: string, from: string, to: string) {
  const { body } = await space.get(`/v1/availability/${id}?from=${from}&to=${to}`)
  const list = body['days'] as unknown as {
    price: number | null
    available: boolean
    minNights: number
    availableUnits: number
  }[]
  return list.map(({ price, available, minNights, availableUnits }) => [
    price,
    available,
    minNights,
    availableUnits,
  ])
}

async function told(space: Space) {
  const { rows } = await sql<{ data: string }>`
    select data from events where workspace_id = ${space.id} and type = 'calendar.updated' order by sequence`.execute(
    app.db,
  )
  return rows.map(({ data }) => {
    const event = JSON.parse(data) as {
      listingId: string
      range: { start: string; end: string }
      affectedDates: number
      pricingChanged: boolean
      availabilityChanged: boolean
    }
    return [
      event.listingId,
      event.range.start,
      event.range.end,
      event.affectedDates,
      event.pricingChanged,
      event.availabilityChanged,
    ]
  })
}

const nothingSent = { attempted: 0, succeeded: 0, failed: 0, authErrors: 0 }
const errorOf = ({ status, body }: TestAnswer) => [status, body['error']?.['code'], body['error']?.['field']]

describe('nights of a listing kept here', () => {
  it('answer a repeated request with the same and change nothing twice', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    const call = {
      key: space.liveKey,
      headers: { 'idempotency-key': 'once' },
      body: { dates: ['2026-07-01'], price: 70 },
    }
    const first = await app.call('PUT', `/v1/availability/${id}`, call)
    await put(space, id, { dates: ['2026-07-01'], price: 80 })
    const again = await app.call('PUT', `/v1/availability/${id}`, call)
    assert.equal(again.text, first.text)
    assert.equal(again.headers['idempotency-status'], 'cached')
    assert.equal((await days(space, id, '2026-07-01', '2026-07-01'))[0]?.[0], 80)
  })
})

describe('what may be sent', () => {
  it('needs a setting that makes sense', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    const dates = ['2026-07-01']
    const wrong: [object, unknown][] = [
      [{ dates }, 'body'],
      [{ dates: [], price: 1 }, 'dates'],
      [{ dates: ['2026-02-30'], price: 1 }, 'dates[0]'],
      [{ dates, price: -1 }, 'price'],
      [{ dates, price: 1.0005 }, 'price'],
      [{ dates, minNights: 0 }, 'minNights'],
      [{ dates, minNights: 5, maxNights: 4 }, 'maxNights'],
      [{ dates, available: 'yes' }, 'available'],
      [{ price: 1 }, 'dates'],
      [{ dates: Array.from({ length: 732 }, () => '2026-07-01'), price: 1 }, 'dates'],
    ]
    for (const [body, field] of wrong) {
      assert.deepEqual(
        errorOf(await put(space, id, body)),
        [400, 'invalid_body', field],
        JSON.stringify(body),
      )
    }
    const many = Array.from({ length: 501 }, (_, index) => index + 1)
    assert.deepEqual(errorOf(await batch(space, { propertyIds: many, dates, price: 1 })), [
      400,
      'invalid_body',
      'propertyIds',
    ])
  })

  it('takes two years at once', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing()
    const first = Temporal.PlainDate.from('2026-06-15')
    const dates = Array.from({ length: 731 }, (_, index) => String(first.add({ days: index })))
    const answer = await put(space, id, { dates, price: 55 })
    assert.deepEqual([answer.status, answer.body['dates']], [200, 731])
    assert.deepEqual(await told(space), [[id, dates[0], dates[730], 731, true, false]])
  })

  it('is all or nothing over several listings', async () => {
    const space = await freshSpace(app)
    const other = await freshSpace(app)
    const a = await space.rows.listing({ default_nightly_price: '10' })
    const b = await space.rows.listing({ default_nightly_price: '10' })
    const off = await space.rows.listing({ active: false, inactive_reason: 'deactivated' })
    const foreign = await other.rows.listing()
    const body = (...propertyIds: string[]) => ({ propertyIds, dates: ['2026-07-01'], price: 20 })
    const missing = await batch(space, body(a, foreign, '123456789'))
    assert.deepEqual(errorOf(missing), [404, 'not_found', 'propertyIds'])
    assert.deepEqual(missing.body['error']?.['listing_ids'], [foreign, '123456789'])
    const inactive = await batch(space, body(a, off))
    assert.deepEqual(inactive.body['error']?.['listing_ids'], [off])
    assert.deepEqual(errorOf(inactive).slice(0, 2), [403, 'listing_inactive'])
    assert.equal((await days(space, a, '2026-07-01', '2026-07-01'))[0]?.[0], 10)
    const done = await batch(space, body(b, a, a))
    assert.deepEqual(done.body['listingIds'], [b, a])
    for (const id of [a, b]) assert.equal((await days(space, id, '2026-07-01', '2026-07-01'))[0]?.[0], 20)
    assert.equal((await told(space)).length, 2)
  })

  it('does nothing in a dry run', async () => {
    const space = await freshSpace(app)
    const id = await space.rows.listing({ default_nightly_price: '10' })
    const body = { dates: ['2026-07-01'], price: 20 }
    const answer = await put(space, id, body, '?dry_run=true')
    assert.deepEqual(answer.body, { listingIds: [id], dates: 1, synced: nothingSent, dryRun: true })
    assert.equal((await batch(space, { ...body, propertyIds: [id] }, '?dry_run=true')).body['dryRun'], true)
    assert.equal((await days(space, id, '2026-07-01', '2026-07-01'))[0]?.[0], 10)
    assert.deepEqual(await told(space), [])
  })
})
