/** Who decides on recommendations of many listings: only within what the request, or the key, reaches. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { home, pricingSpace, today, type PricingSpace } from './world.ts'

let app: TestApp
let space: PricingSpace
let [mine, other, night] = ['', '', '']
before(async () => {
  app = await startTestApp({ now: `${today}T12:00:00.000Z` })
  space = await pricingSpace(app)
  mine = await home(space, { seed: 4, stays: 4 })
  other = await home(space, { seed: 5, stays: 4 })
  for (const id of [mine, other]) {
    const { body } = await space.call('GET', `/v1/listings/${id}/pricing?startDate=2026-09-01`)
    night = String(body['recommendations'][0]?.['date'])
  }
})
after(() => app.close())

const items = () => [mine, other].map((listingId) => ({ listingId, dates: [night] }))

it('a key for one listing knows no other', async () => {
  const made = await space.post('/v1/keys', { name: 'One home', listingIds: [mine] })
  const key = String(made.body['key'] ?? made.body['secret'])
  const answer = await app.post('/v1/listings/pricing/bulk', { action: 'decline', items: items() }, { key })
  assert.equal(answer.body['succeeded'] as unknown, 1, answer.text)
  const [failed] = answer.body['failed'] as unknown as { listingId: string; errorCode: string }[]
  assert.deepEqual([failed?.listingId, failed?.errorCode], [other, 'not_owned'])
})

it('another workspace knows neither, and is answered as to ids that nobody has', async () => {
  const { liveKey: key } = await app.addWorkspace()
  const ask = async (ids: string[]) => {
    const { body } = await app.post(
      '/v1/listings/pricing/bulk',
      { action: 'apply', items: ids.map((listingId) => ({ listingId, dates: [night] })) },
      { key },
    )
    return JSON.stringify(body).replaceAll(new RegExp(`\\b(${ids.join('|')})\\b(?= in|")`, 'g'), '<id>')
  }
  assert.equal(await ask([mine]), await ask(['123456789']))
  const { body } = await space.call('GET', `/v1/listings/${other}/pricing?startDate=${night}`)
  assert.equal(body['recommendations'][0]?.['status'] as unknown, 'pending')
})
