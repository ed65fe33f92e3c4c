import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { eventDomains, eventEnvelope, eventKinds, events, isEventKind } from './events.ts'
import type { EventData, EventEnvelope, EventKind, ReservationObject } from './events.ts'

const ajv = addFormats.default(new Ajv2020({ allowUnionTypes: true, strictRequired: false }))

const object: ReservationObject = {
  id: '7001',
  listingId: '4812',
  checkIn: '2026-06-01',
  checkOut: '2026-06-05',
  checkInTime: '15:00',
  checkOutTime: null,
  status: 'confirmed',
  confirmationCode: 'HM4X2KQ9',
  source: 'airbnb',
  platform: 'airbnb',
  unit: null,
  bookedAt: '2026-05-01T10:00:00Z',
  createdAt: '2026-05-01T10:00:05Z',
  updatedAt: '2026-05-01T10:00:05Z',
  uid: 'HM4X2KQ9',
  channel: 'airbnb',
  customerId: '1',
  checkinDate: '2026-06-01',
  checkoutDate: '2026-06-05',
}

const samples: { [Kind in EventKind]: EventData<Kind> } = {
  'reservation.created': { object },
  'reservation.updated': {
    object,
    previousAttributes: { checkOut: '2026-06-04', checkoutDate: '2026-06-04' },
  },
  'reservation.cancelled': {
    object: { ...object, status: 'cancelled', statusDetail: 'cancelled_by_guest' },
    cancelledAt: '2026-05-02T08:00:00Z',
    cancelledBy: 'guest',
  },
  'reservation.message.received': {
    reservationId: '7001',
    threadId: '310',
    from: { type: 'guest', name: 'Ada' },
    body: 'Is there a cot?',
    sentAt: '2026-05-02T08:00:00Z',
    attachments: [],
  },
  'repull.ping': { message: 'It works.' },
}

const envelope = (kind: EventKind): EventEnvelope => ({
  event: kind,
  type: kind,
  eventId: '0b6a3c1e-5f0f-4d53-9a3b-0d8a6a2f5d11',
  apiVersion: '2026-04',
  timestamp: '2026-05-01T10:00:05Z',
  sequence: 12,
  account: { id: '3', provider: 'hostaway', externalAccountId: '64127' },
  data: samples[kind],
})

describe('event catalogue', () => {
  it('has the kinds the service sends', () => {
    assert.deepEqual(eventKinds, Object.keys(samples).sort())
    assert.ok(isEventKind('repull.ping'))
    assert.ok(!isEventKind('toString'))
    for (const kind of eventKinds) assert.ok(events[kind].domain in eventDomains, kind)
  })

  for (const kind of eventKinds) {
    it(`describes ${kind} strictly`, () => {
      const accepts = ajv.compile(eventEnvelope(kind))
      const sample = envelope(kind)
      assert.ok(accepts(sample), ajv.errorsText(accepts.errors))
      assert.ok(accepts({ ...sample, account: null, workspaceId: '5' }), ajv.errorsText(accepts.errors))
      assert.ok(!accepts({ ...sample, data: { ...sample.data, surprise: 1 } }))
      assert.ok(!accepts({ ...sample, surprise: 1 }))
      assert.ok(!accepts({ ...sample, type: 'another.kind' }))
      assert.ok(!accepts({ ...sample, sequence: 0 }))
      const { sequence: _, ...unnumbered } = sample
      assert.ok(!accepts(unnumbered))
    })
  }
})
