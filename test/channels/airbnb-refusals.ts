/** What a call to Airbnb answers when something stands in its way, whatever the call. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { VendorOperations } from '../../src/connector-kit/connector.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { errorOf } from '../bookings/pms-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import type { AirbnbWorld } from './airbnb-world.ts'

interface Hindered {
  call(): Promise<TestAnswer>
  /** Where it goes to at Airbnb; with an id behind it as well. */
  path: string
  /** The operation of the connector that it takes. */
  operations: 'alterations' | 'specialOffers'
  operation: string
  listingIds: readonly unknown[]
}

export async function assertHindered(
  world: AirbnbWorld,
  { call, path, operations: name, operation, listingIds }: Hindered,
): Promise<void> {
  const { faults } = world.simulator
  for (const place of [path, `${path}/*`]) faults.add({ kind: '429', count: 40, path: place })
  errorOf(await call(), 429, 'airbnb_rate_limited')
  faults.clear()
  faults.add({ kind: 'drop', count: 200 })
  errorOf(await call(), 502, 'airbnb_error')
  faults.clear()

  const { [name]: offered, ...rest } = world.connector.operations
  assert.ok(offered)
  for (const [status, http, code] of [
    [403, 403, 'insufficient_access'],
    [400, 422, 'airbnb_rejected'],
  ] as const) {
    const refuse = () => Promise.reject(new VendorError('rejected', 'No.', { status }))
    const refusing = { ...rest, [name]: { ...offered, [operation]: refuse } }
    await withOperations(world, refusing, async () => errorOf(await call(), http, code))
  }
  await withOperations(world, rest, async () => errorOf(await call(), 422, 'channel_not_supported'))

  const set = (status: string) =>
    sql`update connections set status = ${status} where id = ${world.connectionId}`.execute(world.app.db)
  await set('error')
  errorOf(await call(), 403, 'connection_reauth_required')
  await set('inactive')
  errorOf(await call(), 409, 'no_connection')
  await set('active')

  const setActive = async (active: boolean) => {
    const body = { listingIds: [...new Set(listingIds)], active }
    assert.equal((await world.send('POST', '/v1/listings/status', body)).status, 200)
  }
  await setActive(false)
  errorOf(await call(), 403, 'listing_inactive')
  await setActive(true)
}

async function withOperations(
  { app: { services }, connector }: AirbnbWorld,
  operations: VendorOperations,
  work: () => Promise<unknown>,
): Promise<void> {
  const joined = services.connectors
  services.connectors = { airbnb: { ...connector, operations } }
  try {
    await work()
  } finally {
    services.connectors = joined
  }
}
