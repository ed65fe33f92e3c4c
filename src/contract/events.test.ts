import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { eventDomains, eventEnvelope, eventKinds, events, isEventKind } from './events.ts'
import type { EventEnvelope, EventKind } from './events.ts'
import { sampleOf } from './sample.ts'

const ajv = addFormats.default(new Ajv2020({ allowUnionTypes: true, strictRequired: false }))

type Sample = EventEnvelope & { data: Record<string, unknown> }
const sample = (kind: EventKind) => sampleOf(eventEnvelope(kind)) as Sample

/** The interface promises these events; some are our own. */
const promised = [
  'account.created',
  'account.disconnected',
  'ai.operation.completed',
  'ai.operation.failed',
  'calendar.exposed',
  'calendar.exposure_ended',
  'calendar.feed_recovered',
  'calendar.feed_stale',
  'calendar.updated',
  'connect.session.completed',
  'guest.forgotten',
  'inquiry.created',
  'inquiry.updated',
  'listing.created',
  'listing.deleted',
  'listing.reactivated',
  'listing.suspended',
  'listing.updated',
  'migration.completed',
  'migration.failed',
  'migration.watch.stay_found',
  'payment.completed',
  'payment.refunded',
  'payout.completed',
  'repull.ping',
  'reservation.alteration.created',
  'reservation.alteration.responded',
  'reservation.cancelled',
  'reservation.conflict',
  'reservation.created',
  'reservation.message.received',
  'reservation.message.sent',
  'reservation.message.updated',
  'reservation.request.created',
  'reservation.request.updated',
  'reservation.updated',
  'review.created',
  'review.responded',
  'usage.quota.warning',
  'webhook.disabled',
]

/** Yields every text in a value with its path. */
function* texts(value: unknown, path = ''): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value]
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) yield* texts(child, `${path}.${key}`)
}

describe('event catalogue', () => {
  it('has the kinds the service sends', () => {
    assert.deepEqual(eventKinds, promised)
    assert.ok(isEventKind('repull.ping'))
    assert.ok(!isEventKind('toString'))
    for (const kind of eventKinds) assert.ok(events[kind].domain in eventDomains, kind)
  })

  it('makes samples that are the same every time and say something', () => {
    for (const kind of eventKinds) {
      assert.deepEqual(sample(kind), sample(kind))
      for (const [path, text] of texts(sample(kind))) assert.notEqual(text, 'text', `${kind} ${path}`)
    }
    const { data } = sample('reservation.created') as EventEnvelope<'reservation.created'>
    assert.ok(data.object.checkIn < data.object.checkOut)
    assert.equal(data.object.checkinDate, data.object.checkIn)
    assert.equal(data.object.checkoutDate, data.object.checkOut)
  })

  for (const kind of eventKinds) {
    it(`describes ${kind} strictly`, () => {
      const accepts = ajv.compile(eventEnvelope(kind))
      const one = sample(kind)
      assert.ok(accepts(one), ajv.errorsText(accepts.errors))
      assert.equal(one.event, kind)
      assert.ok(
        accepts({ ...one, account: null, workspaceId: '5', test: true }),
        ajv.errorsText(accepts.errors),
      )
      assert.ok(accepts({ ...one, sequence: null }))
      assert.ok(!accepts({ ...one, data: { ...one.data, surprise: 1 } }))
      assert.ok(!accepts({ ...one, surprise: 1 }))
      assert.ok(!accepts({ ...one, type: 'another.kind' }))
      assert.ok(!accepts({ ...one, sequence: 0 }))
      const { sequence: _, ...unnumbered } = one
      assert.ok(!accepts(unnumbered))
    })
  }
})
