import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { inbound } from './inbound.ts'

const thread = 'dd51acc0-ebfb-4659-a6b3-0072538dbfaf'
const registration = { externalId: 'a,b', secrets: { booking_change: 'first', rate_change: 'second' } }

function receive(body: unknown, secret = 'second', signed: unknown = body) {
  const signature = createHmac('sha256', secret).update(JSON.stringify(signed)).digest('hex')
  const headers = { 'ms-signature': `sha256=${signature}` }
  return inbound.receive({ headers, body, rawBody: Buffer.from(JSON.stringify(body)) }, registration)
}

describe('a Lodgify webhook', () => {
  it('names what to read again', () => {
    assert.deepEqual(receive({ action: 'booking_change', booking: { id: 17 } }), [
      { entity: 'reservations', externalId: '17' },
    ])
    assert.deepEqual(receive({ action: 'guest_message_received', thread_uid: thread, inbox_uid: 'E45' }), [
      { entity: 'conversations', externalId: thread },
      { entity: 'messages', externalId: thread },
      { entity: 'reservations', externalId: 'E45' },
    ])
    assert.deepEqual(receive({ action: 'rate_change', property_id: 41, room_type_ids: [7, 8] }), [
      { entity: 'calendar', externalId: '41-7' },
      { entity: 'calendar', externalId: '41-8' },
    ])
  })

  it('comes alone or in a list', () => {
    const [one, two] = [
      { action: 'booking_change', booking: { id: 1 } },
      { action: 'x', booking: { id: 2 } },
    ]
    assert.deepEqual(
      receive([one, 'noise', two])?.map(({ externalId }) => externalId),
      ['1', '2'],
    )
  })

  it('is believed under the secret of any of its subscriptions, and under no other', () => {
    const body = { action: 'booking_change', booking: { id: 17 } }
    assert.equal(receive(body, 'first')?.length, 1)
    assert.equal(receive(body, 'third'), null)
    assert.equal(receive(body, 'first', { ...body, booking: { id: 18 } }), null)
  })

  it('gives no hint for what it cannot read', () => {
    const bodies = [
      null,
      [],
      {},
      'x',
      { action: 'booking_change' },
      { action: 'x', thread_uid: '../1' },
      { action: 5 },
    ]
    for (const body of bodies) assert.deepEqual(receive(body), [])
    assert.deepEqual(receive({ action: 'x', inbox_uid: 'X1' }), [])
  })
})
