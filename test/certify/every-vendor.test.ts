/** Every connector against its simulator: nothing fails, and what is not there is said. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certifySimulator, connectorOf, resultOf, startVendor, vendors } from './world.ts'

for (const vendor of vendors) {
  test(`${vendor}: the read half passes against its simulator`, async () => {
    const simulator = await startVendor(vendor)
    try {
      const report = await certifySimulator(vendor, simulator)
      const failed = report.checks.filter(({ state }) => state === 'failed')
      assert.deepEqual(failed, [])
      assert.equal(report.summary.failed, 0)
      for (const id of ['probe', 'listings', 'listings.again', 'reservations', 'reservations.again']) {
        assert.equal(resultOf(report, id).state, 'passed', id)
      }
      assert.equal(resultOf(report, 'listings').figures.records, 5)
      // Of bookings that were called off Booking.com tells nothing that could be read.
      assert.ok((resultOf(report, 'reservations').figures.records ?? 0) >= 25)
      const { operations, shapes } = connectorOf(vendor, simulator)
      assert.equal(resultOf(report, 'reviews').state === 'not_offered', operations.reviews === undefined)
      // Fields of JSON, that is; XML is not counted.
      if (shapes) assert.ok((resultOf(report, 'fields').figures.fieldsRead ?? 0) > 20)
      for (const [id, operation] of [
        ['calendar', operations.calendar],
        ['content', operations.channelContent],
        ['alterations', operations.alterations],
        ['channel_links', operations.channelLinks],
      ] as const) {
        const { state, figures } = resultOf(report, id)
        assert.equal(state, operation === undefined ? 'not_offered' : 'passed', id)
        if (operation !== undefined)
          assert.ok((figures.compared ?? figures.records ?? figures.days ?? 0) > 0, id)
      }
      // It only looked.
      const wrote = simulator.calls
        .list()
        .filter(
          ({ method, path }) => ['PUT', 'PATCH', 'DELETE'].includes(method) && !path.includes('_control'),
        )
      assert.deepEqual(wrote, [])
    } finally {
      await simulator.close()
    }
  })
}

/** A full walk of these ends with what changed lately. */
const endsWithChanges = [
  'apaleo',
  'channex',
  'bookingsync',
  'hostex',
  'hostfully',
  'ownerrez',
  'smoobu',
  'track',
  'uplisting',
  'lodgify',
  'cloudbeds',
  'vrbo',
  'plumguide',
]

for (const vendor of endsWithChanges) {
  test(`${vendor}: a booking of this minute, which a walk brings once more, is no finding`, async () => {
    const simulator = await startVendor(vendor)
    try {
      const booked = await fetch(`${simulator.control}/reservations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      assert.ok(booked.ok, await booked.text())
      simulator.clock.advanceSeconds(60)
      simulator.calls.clear()
      const report = await certifySimulator(vendor, simulator)
      assert.equal(resultOf(report, 'reservations').state, 'passed')
      assert.deepEqual(
        report.checks.filter((check) => check.state === 'failed'),
        [],
      )
    } finally {
      await simulator.close()
    }
  })
}
