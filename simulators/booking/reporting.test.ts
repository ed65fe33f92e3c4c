import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount } from './test-account.ts'

test('reports wait in the queue of changes, and so does what Booking.com decides about them', async (t) => {
  const { ask, control, waiting, state } = await openAccount(t, { reservations: 0 })
  const { body } = await control('POST', '/reservations', {
    arrival_date: '2026-05-10',
    departure_date: '2026-05-13',
  })
  const { id, rooms } = body as { id: number; rooms: { roomreservation_id: number }[] }
  const report = (inner: string, reservationId: number = id) =>
    ask(
      '/hotels/xml/reporting',
      `<request><report><reservation_id>${reservationId}</reservation_id>${inner}</report></request>`,
    )
  const invalid = await report('<cc_is_invalid>1</cc_is_invalid>')
  assert.deepEqual([invalid.status, invalid.root.name, invalid.root.text], [200, 'status', 'enqueued'])
  assert.deepEqual(await waiting('modify'), [])
  const room = rooms[0]?.roomreservation_id
  const change = (checkin: string, checkout: string, roomReservationId = room) =>
    report(
      `<stay_change><roomreservation_id>${roomReservationId}</roomreservation_id><checkin>${checkin}</checkin><checkout>${checkout}</checkout></stay_change>`,
    )
  assert.equal((await change('2026-05-10', '2026-05-12')).status, 200)
  const changed = state().reservations?.[0]
  assert.deepEqual([changed?.status, changed?.departure_date], ['modified', '2026-05-12'])
  assert.deepEqual(await waiting('modify'), [String(id)])
  assert.equal((await change('2026-05-12', '2026-05-10')).status, 400)
  assert.equal((await change('2026-05-10', '2026-05-12', 5)).status, 400)
  const stranger = await report('<cc_is_invalid>1</cc_is_invalid>', 12)
  assert.deepEqual([stranger.status, stranger.root.attributes.string], [403, 'No access to reservation'])
  assert.equal((await report('')).status, 400)
  assert.equal((await report('<is_no_show waived_fees="maybe">1</is_no_show>')).status, 400)
  const later = await control('POST', '/reservations', {
    arrival_date: '2026-07-01',
    departure_date: '2026-07-03',
  })
  assert.equal((await report('<is_no_show>1</is_no_show>', Number(later.body.id))).status, 400)
  assert.equal((await report('<is_no_show waived_fees="yes">1</is_no_show>')).status, 200)
  assert.equal(state().reservations?.[0]?.status, 'cancelled')
  assert.equal((await report('<is_no_show>1</is_no_show>')).status, 400)
})
