/** Every route that needs an account answers with one code if its provider refuses it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { routes } from '../../src/features/routes.ts'
import { errorOf, startPmsWorld, stay, type PmsWorld } from '../bookings/pms-world.ts'

const stored = 'reads or changes what is stored here, for accounts that are shut out as well'
const there = 'our calendar is written there once the account is back'
/** These routes need a connected account but do not ask its provider. */
const withoutProvider: Record<string, string> = {
  mapVrboListing: 'the accounts of our feeds have no access that could be revoked',
  mapAirbnbListing: stored,
  mapBookingRoom: stored,
  disconnectProvider: 'ends the account, whatever its state',
  getWritePolicy: stored,
  updateWritePolicy: stored,
  listChannelUnits: stored,
  listUnitListingOptions: stored,
  mapChannelUnits: stored,
  automapChannelUnits: stored,
  getAirbnbListing: stored,
  refreshAirbnbTransactions: 'says of each account how reading it went',
  setBookingPropertyListed: there,
  setPlumguidePricing: there,
  updateListingContent: 'says of each account and section how it went, `reauth_required` among them',
}

it('every route that answers no_connection answers connection_reauth_required, too', () => {
  const lacking = routes
    .filter(({ errors }) => {
      const codes: readonly string[] = errors
      return codes.includes('no_connection') && !codes.includes('connection_reauth_required')
    })
    .map(({ id }) => id)
  assert.deepEqual(lacking.toSorted(), Object.keys(withoutProvider).toSorted())
})

describe('an account of a PMS that is shut out', { concurrency: false }, () => {
  let world: PmsWorld
  let reservationId: string
  let connectionId: string
  before(async () => {
    world = await startPmsWorld()
    await world.stopWorker()
    const [kept] = await world.all<{ id: string }>(`/v1/reservations?listing_id=${world.listingId}`)
    const [account] = await world.all<{ id: string }>('/v1/connect')
    reservationId = String(kept?.id)
    connectionId = String(account?.id)
    await sql`update connections set status = 'error', action_reason = 'reauth_required'`.execute(
      world.app.db,
    )
  })
  after(() => world.close())

  it('is to be connected again, whatever is asked', async () => {
    const night = { available: false, dates: ['2027-03-01'] }
    const asked: [method: string, url: string, body?: object][] = [
      ['PUT', `/v1/availability/${world.listingId}`, night],
      ['PATCH', '/v1/availability/batch', { ...night, propertyIds: [world.listingId] }],
      ['POST', '/v1/reservations', { listingId: world.listingId, ...stay }],
      ['PATCH', `/v1/reservations/${reservationId}`, { guestCount: 3 }],
      ['POST', `/v1/reservations/${reservationId}/cancel`],
      ['POST', `/v1/connections/${connectionId}/reconciliation`],
    ]
    for (const [method, url, body] of asked)
      errorOf(await world.send(method, url, body), 403, 'connection_reauth_required')
  })

  it('is not connected, and can be disconnected', async () => {
    const shown = await world.get<{ connected: boolean; accounts: { connected: boolean }[] }>(
      '/v1/connect/hostaway',
    )
    assert.deepEqual([shown.connected, shown.accounts[0]?.connected], [false, false])
    assert.equal((await world.app.delete('/v1/connect/hostaway')).status, 200)
  })
})
