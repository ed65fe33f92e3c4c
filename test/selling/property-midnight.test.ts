/** Homes east and west of UTC that are sold at Channex: before and after midnight their nights are shown, and none that is over counts as different. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { after, before, it } from 'node:test'
import type { ExposureSummary } from '../../src/contract/exposure.ts'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { todayAt } from '../../src/platform/civil-day.ts'
import { wakeLinksOf } from '../../src/records/calendar/wake-queries.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import { seldom } from './world.ts'

interface ZonedHome {
  externalId: string
  listingId: string
  timeZone: string
}

/** In UTC: Europe is a day ahead, America a day behind, and all have the same. */
const times = ['23:30', '00:30', '16:30']

let world: VendorWorld
let stop = async () => {}
before(async () => {
  world = await startVendorWorld('channex', { listings: 8 })
  const selling = startSelling(world.app.services, { budget: unlimited, askEveryMs })
  stop = () => selling.stop()
})
after(async () => {
  await stop()
  await world?.close()
})

/** One home a time zone, with the id of its account. */
async function zonedHomes(): Promise<{ account: string; homes: ZonedHome[] }> {
  const { rows } = await sql<ZonedHome & { account: string }>`
    select distinct on (l.time_zone) c.external_account_id as account, k.external_id as "externalId",
      k.listing_id as "listingId", l.time_zone as "timeZone"
    from listing_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where k.workspace_id = ${world.app.workspace.id} and l.time_zone is not null
    order by l.time_zone, k.external_id`.execute(world.app.db)
  return { account: rows[0]?.account ?? '', homes: rows }
}

it('a home is written from the property’s today on, whatever hour it is', async () => {
  const { account, homes } = await zonedHomes()
  const now = () => world.app.clock.now()
  const utc = () => todayAt(null, now())
  const mappings = homes.map(({ externalId, listingId }) => ({ unitId: externalId, listingId }))
  const url = `/v1/connections/${encodeURIComponent(`channex:${account}`)}/mappings`
  const mapped = await world.send('POST', url, { mappings })
  assert.equal(mapped.status, 200, mapped.text)
  const aheadAndBehind = new Set<string>()
  for (const time of times) {
    const at = Date.parse(`${utc()}T${time}:00Z`) - now().getTime()
    await world.pass(Math.ceil((at < 0 ? at + 86_400_000 : at) / 1000))
    // Every link is written as a whole.
    await wakeLinksOf(world.app.db, world.app.scope, world.connectionId, now())
    await until(
      'every home to be in step',
      async () => {
        world.wait(6)
        const { body } = await world.app.get('/v1/exposure')
        const { rows } = await sql`
          select from selling_links where workspace_id = ${world.app.workspace.id} and compared_at is null limit 1`.execute(
          world.app.db,
        )
        return rows.length === 0 && (body as unknown as ExposureSummary).data.length === 0
      },
      seldom,
    )
    for (const home of homes) {
      const today = todayAt(home.timeZone, now())
      aheadAndBehind.add(today > utc() ? 'ahead' : today < utc() ? 'behind' : 'same')
      const shown = await world.app.get(
        `/v1/listings/${home.listingId}/exposure?from=${utc()}&to=${String(Temporal.PlainDate.from(utc()).add({ days: 3 }))}`,
      )
      const [channel] = shown.body['channels'] as { nights: { date: string; state: string }[] }[]
      assert.deepEqual(
        channel?.nights.filter(({ date, state }) => date < today || state !== 'confirmed'),
        [],
        `${home.timeZone} at ${now().toISOString()}`,
      )
    }
  }
  assert.deepEqual([...aheadAndBehind].toSorted(), ['ahead', 'behind', 'same'])
})
