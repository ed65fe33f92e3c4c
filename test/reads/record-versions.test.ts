/** The version of a workspace names its head and the next moment when time alone changes what is shown. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRecordVersions } from '../../src/features/tenancy/record-versions/record-versions.ts'
import { startTestApp } from '../harness/app.ts'

it('is the same for one workspace and for several, whatever was cached before', async (t) => {
  const app = await startTestApp()
  t.after(() => app.close())
  const { db, clock, scope } = app
  const made = await app.post('/v1/listings', {
    ...{ name: 'Pine hut', currency: 'EUR', timeZone: 'Europe/Berlin' },
  })
  assert.equal(made.status, 201, made.text)
  const { id: listingId } = made.body as { id: string }
  const day = (days: number) =>
    String(
      Temporal.Instant.from(clock.now().toISOString()).toZonedDateTimeISO('UTC').toPlainDate().add({ days }),
    )
  const book = async (from: number) => {
    const body = {
      ...{ listingId, checkIn: day(from), checkOut: day(from + 1) },
      guest: { firstName: 'Ida', lastName: 'Kern' },
    }
    const booked = await app.post('/v1/reservations', body)
    assert.equal(booked.status, 201, booked.text)
  }

  const cached = createRecordVersions({ db, clock })
  const alone = () => createRecordVersions({ db, clock })(scope)
  /** With another workspace in the same turn they share one statement. */
  const together = async () => {
    const find = createRecordVersions({ db, clock })
    return (await Promise.all([find(scope), find({ workspaceId: '999' })]))[0]
  }
  const moments: (string | undefined)[] = []
  const look = async () => {
    const found = await cached(scope)
    assert.deepEqual(found, await alone())
    assert.deepEqual(found, await together())
    assert.deepEqual(found, await cached(scope))
    moments.push(found?.until?.toISOString().slice(0, 10))
  }

  await look()
  await book(30)
  await look()
  await book(20)
  await look()
  await app.call('PUT', `/v1/availability/${listingId}`, {
    body: { dates: [day(50)], price: 90 },
  })
  await look()
  clock.advance(22 * 24 * 60 * 60_000)
  await look()
  await book(9)
  await look()
  clock.advance(40 * 24 * 60 * 60_000)
  await look()
  assert.deepEqual(moments, [undefined, day(-31), day(-41), day(-41), day(-31), day(-31), undefined])
  assert.equal(await cached({ workspaceId: '999' }), null)
})
