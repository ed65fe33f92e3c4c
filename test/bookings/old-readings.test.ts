/** Readings that began before a booking was changed through the API and end after it: they do not undo it. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import type { Connector, VendorOperations } from '../../src/connector-kit/connector.ts'
import { connectionAccess } from '../../src/upstream/access.ts'
import { readSoon } from '../../src/features/sync/written/store-written.ts'
import { until } from '../harness/until.ts'
import { startPmsWorld, type PmsWorld } from './pms-world.ts'

let world: PmsWorld
before(async () => {
  world = await startPmsWorld()
})
after(() => world.close())

type Stays = NonNullable<VendorOperations['reservations']>

/** From now on what `operation` reads is held back until it is let go; `held` says that it was read. */
function holdBack(operation: 'page' | 'one') {
  const { connectors } = world.services
  const real = connectors['hostaway'] as Connector
  const stays = real.operations.reservations as Required<Stays>
  const gate = Promise.withResolvers<void>()
  let held = false
  const wait = async <T>(reading: Promise<T>): Promise<T> => {
    const read = await reading
    // Only the first: what the write itself reads back is not held.
    if (held) return read
    held = true
    await gate.promise
    return read
  }
  const changed: Stays = {
    ...stays,
    ...(operation === 'page'
      ? { page: (context, walk) => wait(stays.page(context, walk)) }
      : { one: (context, id) => wait(stays.one(context, id)) }),
  }
  world.services.connectors = {
    ...connectors,
    hostaway: { ...real, operations: { ...real.operations, reservations: changed } },
  }
  return {
    wasHeld: () => until('the reading', () => held),
    letGo: () => {
      world.services.connectors = connectors
      gate.resolve()
    },
  }
}

/** As after a webhook of the vendor. */
async function askFor(externalId: string): Promise<void> {
  const { services, app } = world
  const { rows } = await sql<{ id: string }>`select id from connections`.execute(app.db)
  const access = await connectionAccess(services, app.scope, rows[0]?.id ?? '')
  assert.ok(access)
  await app.db.transaction().execute((tx) => readSoon(tx, access, [{ entity: 'reservations', externalId }]))
}

const told = async (id: unknown) =>
  (await world.events()).filter(({ data }) => data.object?.['id'] === id).map(({ type }) => type)

for (const operation of ['page', 'one'] as const) {
  it(`a ${operation} read before a cancellation and stored after it`, async () => {
    const { body: made } = await world.book()
    const { id } = made
    await world.pass(120)
    const reading = holdBack(operation)
    if (operation === 'one') await askFor(String(made['pms']['reservationId']))
    world.app.clock.advance(120_000)
    await reading.wasHeld()
    const cancelled = await world.send(
      'POST',
      `/v1/reservations/${String(id)}/cancel`,
      {},
      `cancel ${operation}`,
    )
    assert.equal(cancelled.status, 200, cancelled.text)
    reading.letGo()
    await world.settle()
    await world.pass(120)
    const { status } = await world.get<{ status: string }>(`/v1/reservations/${String(id)}`)
    assert.equal(status, 'cancelled')
    assert.deepEqual(await told(id), ['reservation.created', 'reservation.cancelled'])
  })
}
