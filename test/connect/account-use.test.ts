/** What the page of a session says is read and written: as much as the connector does, and no more than is asked for. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { ConnectSessionView } from '../../src/contract/connect-session.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { redirectUrl } from './world.ts'

type Provider = ConnectSessionView['providers'][number]

let app: TestApp
const simulators: RunningSimulator[] = []
before(async () => {
  for (const id of ['airbnb', 'booking']) simulators.push(await startSimulator(id, { listings: 1 }))
  app = await startTestApp({
    env: {
      ...Object.assign({}, ...simulators.map(({ partner }) => partner)),
      VENDOR_BASE_URLS: simulators.map(({ vendor, url }) => `${vendor}=${url}`).join(','),
    },
  })
})
after(async () => {
  await app.close()
  for (const simulator of simulators) await simulator.close()
})

async function shown(body: object = {}): Promise<Map<string, Provider>> {
  const made = await app.post('/v1/connect', { redirectUrl, ...body })
  assert.equal(made.status, 201, made.text)
  const {
    status,
    body: view,
    text,
  } = await app.get(`/v1/connect/sessions/${String(made.body['sessionId'])}`, { key: null })
  assert.equal(status, 200, text)
  const { providers } = view as unknown as ConnectSessionView
  return new Map(providers.map((provider) => [provider.id, provider]))
}

const everything = ['listings', 'calendars', 'reservations', 'guests', 'messages', 'reviews']

describe('what a connect page tells of an account before it is connected', () => {
  it('is what the connector of each provider does', async () => {
    const providers = await shown()
    for (const [id, { reads, writes }] of providers) {
      assert.ok(reads.includes('listings') && reads.includes('reservations'), id)
      const { operations } = app.services.connectors[id] ?? {}
      assert.ok(operations)
      assert.equal(reads.includes('messages'), operations.messages !== undefined, id)
      assert.equal(reads.includes('reviews'), operations.reviews !== undefined, id)
      assert.equal(writes.includes('messages'), operations.messageWrites !== undefined, id)
      assert.equal(writes.includes('prices'), operations.calendarWrites?.fields.price === true, id)
      assert.equal(writes.includes('bookings'), operations.reservationWrites !== undefined, id)
    }
    assert.deepEqual(providers.get('smoobu')?.reads, ['listings', 'calendars', 'reservations', 'guests'])
    assert.deepEqual(providers.get('ownerrez')?.writes, ['prices', 'bookings', 'booking_changes', 'guests'])
    assert.deepEqual(providers.get('booking')?.reads, everything)
    assert.deepEqual(providers.get('booking')?.writes.slice(0, 3), ['listings', 'calendars', 'prices'])
  })

  it('is no more than an owner is asked to allow', async () => {
    const airbnb = (await shown()).get('airbnb')
    const writesOf = (access: string) =>
      airbnb?.consent?.find(({ accessType }) => accessType === access)?.writes
    assert.deepEqual(airbnb?.writes, writesOf('full_access'))
    assert.ok(writesOf('full_access')?.includes('prices'))
    assert.deepEqual(writesOf('messaging'), [
      'booking_changes',
      'booking_answers',
      'messages',
      'review_replies',
      'guest_reviews',
    ])
    assert.deepEqual(writesOf('read_only'), [])
    const readOnly = (await shown({ accessType: 'read_only' })).get('airbnb')
    assert.deepEqual(readOnly?.reads, everything)
    assert.deepEqual(readOnly?.writes, [])
    assert.deepEqual(
      readOnly?.consent?.map(({ accessType, writes }) => ({ accessType, writes })),
      [{ accessType: 'read_only', writes: [] }],
    )
  })

  it('is no more than a migration takes over', async () => {
    const workspace = { name: 'Moved' }
    const reads = async (scope: string[]) =>
      (await shown({ purpose: 'migrate', workspace, scope })).get('hostaway')?.reads
    assert.deepEqual(await reads(['listings', 'reservations']), ['listings', 'reservations'])
    assert.deepEqual(await reads(['guests', 'calendar']), ['listings', 'calendars', 'reservations', 'guests'])
    assert.deepEqual(await reads(['conversations']), ['listings', 'messages'])
    const whole = await shown({ purpose: 'migrate', workspace })
    assert.deepEqual(whole.get('hostaway')?.reads, everything)
    // A session for another purpose reads everything, whatever it was given.
    assert.deepEqual((await shown({ scope: ['listings'] })).get('hostaway')?.reads, everything)
  })
})
