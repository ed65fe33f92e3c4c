/** What differs between old systems in a migration: the report, the check, the links to channels, and the file. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { ChannelMap } from '../../src/contract/channel-map.ts'
import type { CutoverCheck } from '../../src/contract/cutover-check.ts'
import type { TestApp } from '../harness/app.ts'
import { startEveryWorld, systems, type EveryWorld } from './every-world.ts'
import { exported } from './lines.ts'
import { withoutIds } from './same-records.ts'

let world: EveryWorld
let app: TestApp

before(async () => {
  world = await startEveryWorld()
  app = world.app
  for (const { manifest } of systems) world.simulator(manifest.id).operations.createReservation({})
  await world.read(3_601_000)
})
after(() => world.close())

/** Guests' messages cannot be read of these; the report says why. */
const withoutMessages = ['apaleo', 'cloudbeds', 'mews', 'smoobu', 'track', 'uplisting']

/** Units, rooms of hotels, parts of prices: what a file of Hostaway has not. */
const ofOtherShape = ['guesty', 'mews', 'smoobu']

const inChild = (vendor: string) => ({ headers: { 'x-workspace-id': world.workspace(vendor) } })

interface Stay {
  confirmationCode: string
  checkIn: string
  checkOut: string
  status: string
}
async function upcoming(vendor: string) {
  const today = app.clock.now().toISOString().slice(0, 10)
  const answer = await app.get('/v1/reservations?limit=100', inChild(vendor))
  const rows = [...(answer.body['data'] ?? [])] as unknown as Stay[]
  return rows
    .filter(({ status, checkOut }) => status === 'confirmed' && checkOut > today)
    .map(({ confirmationCode, checkIn, checkOut }) => ({ confirmationCode, checkIn, checkOut }))
}

for (const { manifest, operations } of systems) {
  const vendor = manifest.id
  describe(vendor, () => {
    test('is imported', async () => {
      assert.equal((await world.get<{ state: string }>(vendor)).state, 'imported')
      assert.equal((await world.report(vendor)).clean, true)
    })

    test('is kept current: what is booked after the import is here, and told', async () => {
      const { rows } = await sql<{ type: string; times: number }>`
        select type, count(*)::int as times from events
        where workspace_id = ${world.workspace(vendor)} and type in ('migration.completed', 'reservation.created')
        group by type order by type`.execute(app.db)
      assert.deepEqual(
        rows,
        [
          { type: 'migration.completed', times: 1 },
          { type: 'reservation.created', times: 1 },
        ],
        vendor,
      )
    })

    test('the report names what cannot be taken over, and why messages are not', async () => {
      const { issues, capabilities } = await world.report(vendor)
      const levels = Object.entries(capabilities[vendor]?.read ?? {})
      const lacking = levels.filter(([, { level }]) => level !== 'full').map(([entity]) => entity)
      const named = issues.filter(({ code }) => code === 'source_cannot_carry')
      assert.deepEqual(named.map(({ entity }) => entity).toSorted(), lacking.toSorted())
      const ofMessages = named.filter(({ entity }) => ['messages', 'conversations'].includes(entity))
      assert.equal(ofMessages.length, withoutMessages.includes(vendor) ? 2 : 0)
      for (const { message, severity } of ofMessages) {
        assert.equal(severity, 'info')
        assert.match(message, /can be taken over\. .*(messages|inbox) of .*save what you need/)
      }
      const { counts } = await world.get<{ counts: { conversations: number } }>(vendor)
      assert.equal(counts.conversations > 0, !withoutMessages.includes(vendor))
    })

    test('the check knows every upcoming stay by its code', async () => {
      const stays = await upcoming(vendor)
      const [first, ...others] = stays
      assert.ok(first && others.length > 0)
      const checked = async (reservations: object[]) => {
        const url = `/v1/migrations/${world.workspace(vendor)}/cutover-check`
        const answer = await app.post(url, { reservations })
        assert.equal(answer.status, 200, answer.text)
        return (answer.body as unknown as CutoverCheck).data
      }
      const { matched, missing, extra, mismatched } = await checked(stays)
      assert.deepEqual([matched, missing, extra, mismatched], [stays.length, [], [], []])
      const later = String(Temporal.PlainDate.from(first.checkOut).add({ days: 1 }))
      const found = await checked([{ ...first, checkOut: later }, ...others.slice(1)])
      assert.deepEqual(
        [found.missing.map(({ reason }) => reason), found.mismatched.map(({ reason }) => reason)],
        [['not_in_your_list'], ['check_out_differs']],
      )
    })

    test('links to channels are read of it, or said not to be exposed', async () => {
      const simulator = world.simulator(vendor)
      const map = () => world.get<ChannelMap['data']>(vendor, '/channel-map')
      const before = simulator.calls.list().length
      const { sources, listings } = await map()
      const supported = operations.channelLinks !== undefined
      assert.deepEqual(
        sources.map((source) => [source.provider, source.supported, source.error]),
        [[vendor, supported, null]],
      )
      assert.equal(sources[0]?.reason, supported ? undefined : manifest.notes.channels)
      assert.equal(sources[0]?.reason === undefined, supported)
      assert.equal(listings.length, supported ? 2 : 0)
      assert.equal(simulator.calls.list().length > before, supported)
      simulator.faults.add({ kind: 'html', seconds: 1_000_000 })
      const failing = await map()
      simulator.faults.clear()
      assert.equal(failing.sources[0]?.error !== null, supported)
      assert.deepEqual(failing.listings, [])
    })

    if (ofOtherShape.includes(vendor))
      test('goes into a file and comes back', async () => {
        const file = await exported(app, world.workspace(vendor))
        const lines = file.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as object)
        const { workspaceId } = await world.begin(`${vendor}, again`)
        for (let at = 0; at < lines.length; at += 1000) {
          const body = { line: at + 1, records: lines.slice(at, at + 1000) }
          const answer = await app.post(`/v1/migrations/${workspaceId}/records`, body)
          assert.equal(answer.status, 200, answer.text)
        }
        assert.deepEqual(withoutIds((await exported(app, workspaceId)).records), withoutIds(file.records))
      })

    test('is cut over', async () => {
      const ended = await app.post(`/v1/migrations/${world.workspace(vendor)}/cutover`)
      assert.equal(ended.status, 200, ended.text)
      assert.equal((await world.get<{ state: string }>(vendor)).state, 'cut_over')
    })
  })
}

test('the guide says which systems hand over no messages', async () => {
  const guide = await readFile(new URL('../../docs/guides/migrating.md', import.meta.url), 'utf8')
  const [, said = ''] = /^Messages of guests .*?: ([^]*?)\n\n/m.exec(guide) ?? []
  const names = systems.filter(({ manifest }) => said.includes(manifest.displayName))
  assert.deepEqual(names.map(({ manifest }) => manifest.id).toSorted(), withoutMessages)
  for (const { manifest, operations } of systems)
    assert.equal(operations.messages === undefined, withoutMessages.includes(manifest.id), manifest.id)
})
