/** What an Airbnb account lets this server write, by the calls that are known and by what its host allowed. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { airbnb } from '../../../src/connectors/airbnb/index.ts'
import { errorOf } from '../../bookings/pms-world.ts'
import { base, startAirbnbWorld, syncedListing, type AirbnbWorld } from '../airbnb-world.ts'
import { sections, type SectionRow } from './sections.ts'
import type { SimulatedListing } from './shown.ts'

let world: AirbnbWorld
let listingId: string
let externalId: string
before(async () => {
  world = await startAirbnbWorld()
  const synced = await syncedListing(world)
  externalId = synced.airbnbId
  listingId = synced.id
})
after(() => world.close())

const held = () => {
  const content = world.state('content')
  return content.find(({ id }) => id === externalId) as unknown as SimulatedListing
}
const put = (row: SectionRow) =>
  world.send('PUT', `${url(row)}?${row.write?.query?.(held()) ?? ''}`, row.write?.body)
const url = ({ path }: SectionRow) => `${base}/listings/${listingId}/${path}`
const all = Object.entries(sections)

describe('an Airbnb listing', { concurrency: false }, () => {
  it('of which several are meant has to be named', async () => {
    const { workspace, db } = world.app
    const other = `${world.connectionId}:77001`
    await sql`insert into listing_links (workspace_id, connection_id, external_id, listing_id)
      values (${workspace.id}, ${world.connectionId}, '77001', ${listingId})`.execute(db)
    for (const [name, row] of all) {
      const error = errorOf(await world.app.get(url(row)), 400, 'invalid_params')
      const [own = ''] = error['valid_values'] as string[]
      assert.deepEqual(
        [error['field'], (error['valid_values'] as string[]).at(-1)],
        ['airbnbConnectionId', other],
      )
      assert.equal((await world.app.get(`${url(row)}?airbnbConnectionId=${own}`)).status, 200, name)
      errorOf(await world.app.get(`${url(row)}?airbnbConnectionId=${other}`), 422, 'airbnb_rejected')
    }
    await sql`delete from listing_links where external_id = '77001'`.execute(db)
  })

  it('is read and written by known calls only, where no other is allowed', async () => {
    const { services } = world.app
    const joined = services.connectors
    const { AIRBNB_CLIENT_ID = '', AIRBNB_CLIENT_SECRET = '' } = world.simulator.partner
    const careful = airbnb.partnership?.join(
      { AIRBNB_CLIENT_ID, AIRBNB_CLIENT_SECRET },
      { isElsewhere: false },
    )
    assert.ok(careful)
    const { channelContent } = careful.operations
    services.connectors = { airbnb: { ...world.connector, operations: careful.operations } }
    try {
      await sql`delete from channel_content`.execute(world.app.db)
      for (const [name, row] of all) {
        const part = channelContent?.[name as keyof typeof channelContent]
        const read = await world.app.get(url(row))
        if (part) assert.equal(read.status, 200, read.text)
        else errorOf(read, 422, 'channel_not_supported')
        if (!row.write) continue
        const isKnown =
          part?.write &&
          !(part.unknownFields ?? []).some((field) => Object.hasOwn(row.write?.body ?? {}, field))
        const written = await put(row)
        if (isKnown) assert.ok(written.status < 300, `${name}: ${written.text}`)
        else {
          const { fix } = errorOf(written, 422, 'channel_not_supported')
          assert.ok(String(fix).includes('AIRBNB_UNVERIFIED_CALLS'))
        }
      }
    } finally {
      services.connectors = joined
    }
  })

  it('of no known kind of account is neither read nor written', async () => {
    const { services } = world.app
    const joined = services.connectors
    const { channelContent: _, ...operations } = world.connector.operations
    services.connectors = { airbnb: { ...world.connector, operations } }
    await sql`delete from channel_content`.execute(world.app.db)
    try {
      for (const [, row] of all) {
        errorOf(await world.app.get(url(row)), 422, 'channel_not_supported')
        if (row.write) errorOf(await put(row), 422, 'channel_not_supported')
      }
    } finally {
      services.connectors = joined
    }
  })

  it('of a host who allows messages only is not written', async () => {
    const scope = 'reservations_web_hooks,messages_read,messages_write'
    const { code } = await world.there<{ code: string }>(`/hosts/${world.hostId}/consent`, { scope })
    const connected = await world.app.post('/v1/connect/airbnb/credentials', { credentials: { code } })
    assert.equal(connected.status, 200, connected.text)
    for (const [name, row] of all) {
      if (!row.write) continue
      const error = errorOf(await put(row), 403, 'insufficient_access')
      assert.ok(error['reconnect'], name)
    }
  })
})
