/** The check before a cutover, against what was imported. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CutoverCheck } from '../../src/contract/cutover-check.ts'
import { errorOf } from '../connect/world.ts'
import { startMigrationWorld, type MigrationWorld } from './world.ts'

let world: MigrationWorld
let workspaceId: string
interface Row {
  confirmationCode: string
  checkIn: string
  checkOut: string
}
let upcoming: Row[]
before(async () => {
  world = await startMigrationWorld()
  workspaceId = await world.moved()
  await world.startWorker()
  await world.settle()
  const today = world.app.clock.now().toISOString().slice(0, 10)
  const answer = await world.app.get('/v1/reservations?limit=100', world.inChild(workspaceId))
  const rows = [...(answer.body['data'] ?? [])] as unknown as (Row & { status: string })[]
  upcoming = rows
    .filter(({ status, checkOut }) => status === 'confirmed' && checkOut > today)
    .map(({ confirmationCode, checkIn, checkOut }) => ({ confirmationCode, checkIn, checkOut }))
  assert.ok(upcoming.length > 0)
})
after(() => world.close())

const send = (reservations: unknown, id = workspaceId) =>
  world.app.post(`/v1/migrations/${id}/cutover-check`, { reservations })
async function checked(reservations: Row[]): Promise<CutoverCheck['data']> {
  const answer = await send(reservations)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as unknown as CutoverCheck).data
}

test('a list that is as the old system is clean, and says so as often as it is asked', async () => {
  for (let i = 0; i < 2; i += 1) {
    const { matched, missing, extra, mismatched } = await checked(upcoming)
    assert.deepEqual([matched, missing, extra, mismatched], [upcoming.length, [], [], []])
  }
})

test('every difference is told, with the booking it is of', async () => {
  const [first, ...others] = upcoming
  assert.ok(first)
  const moved = { ...first, checkOut: String(Temporal.PlainDate.from(first.checkOut).add({ days: 1 })) }
  const found = await checked([moved, { ...first, confirmationCode: 'NOBODYS' }])
  assert.equal(found.matched, 0)
  assert.equal(found.missing.length, others.length)
  assert.deepEqual(
    found.extra.map(({ confirmationCode, reason }) => [confirmationCode, reason]),
    [['NOBODYS', 'unknown_code']],
  )
  const [{ source, destination, reason } = assert.fail('nothing differs')] = found.mismatched
  assert.equal(reason, 'check_out_differs')
  assert.deepEqual(destination, moved)
  const booking = await world.app.get(`/v1/reservations/${source.reservationId}`, world.inChild(workspaceId))
  assert.equal(String(booking.body['confirmationCode']), first.confirmationCode)
})

test('takes 10,000 rows with long codes, and no more', async () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    confirmationCode: `${'X'.repeat(100)}${i}`,
    checkIn: '2026-07-01',
    checkOut: '2026-07-03',
  }))
  const { extra, missing } = await checked(rows)
  assert.equal(extra.length, 10_000)
  assert.equal(missing.length, upcoming.length)
  const [row] = rows
  const refused = await send([...rows, row])
  assert.equal(refused.status, 400, refused.text)
  assert.equal(errorOf(refused)['code'], 'invalid_body')
})

test('after the cutover it is as it was', async () => {
  assert.equal((await world.app.post(`/v1/migrations/${workspaceId}/cutover`)).status, 200)
  const { matched, missing } = await checked(upcoming)
  assert.deepEqual([matched, missing], [upcoming.length, []])
})
