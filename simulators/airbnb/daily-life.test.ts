import assert from 'node:assert/strict'
import { test } from 'node:test'
import { occupiedUnits } from '../kit/free-stay.ts'
import { until } from '../kit/testing/until.ts'
import { openAccount } from './test-account.ts'
import { openApp } from './test-app.ts'

test('in daily life guests ask the app, and no night is sold twice', async (t) => {
  const hook = await openApp(t)
  const { simulator, control, state, own } = await openAccount(t, {
    listings: 3,
    reservations: 30,
    habits: { hosts: 1 },
  })
  await control('PUT', '/webhook', { url: hook.url })
  const before = state().reservations?.length ?? 0
  for (let turn = 0; turn < 120; turn++) simulator.move()
  await until(() => (state().reservations?.length ?? 0) > before + 10, 'bookings')
  await until(() => simulator.webhooks.isIdle(), 'the deliveries')
  assert.ok(hook.questions().length > 10)
  const told = new Set(hook.told())
  for (const action of [
    'reservation_acceptance_confirmation',
    'reservation_cancellation_confirmation',
    'message_added',
  ]) {
    assert.ok(told.has(action), action)
  }
  const { alterations, conversations, reservations } = state('alterations')
  assert.ok((alterations?.length ?? 0) > 0)
  assert.ok(
    conversations?.some(({ attachment }) => (attachment as { type?: string } | null)?.type === 'Inquiry'),
  )
  for (const { id, total_inventory_count } of own()) {
    const stays = (reservations ?? [])
      .filter((row) => row.listing_id_str === id && ['accept', 'pending'].includes(String(row.status_type)))
      .map((row) => ({ arrival: String(row.start_date), departure: String(row.end_date) }))
    const taken = occupiedUnits(stays, '2026-05-11', '2026-12-31')
    assert.ok(
      taken.every((count) => count <= Number(total_inventory_count)),
      id,
    )
  }
})
