/** What differs between old systems in a migration: the report, the check, the links to channels, and the file. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { ChannelMap } from '../../src/contract/channel-map.ts'
import type { CutoverCheck } from '../../src/contract/cutover-check.ts'
import type { MigrationReport } from '../../src/contract/migration-report.ts'
import { connectors } from '../../src/connectors/index.ts'
import { startSync, type SyncWorker } from '../../src/features/sync/public.ts'
import { startTestApp, usualNow, type TestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import { exported } from './lines.ts'
import { withoutIds } from './same-records.ts'

const systems = Object.values(connectors).filter(({ manifest }) => manifest.category === 'pms')

let app: TestApp
let worker: SyncWorker
const simulators = new Map<string, RunningSimulator>()
const workspaces = new Map<string, string>()
const of = <T>(map: ReadonlyMap<string, T>, vendor: string) => map.get(vendor) ?? assert.fail(vendor)

before(async () => {
  const options = { listings: 2, reservations: 16, seed: 5, rateLimit: 'off', now: usualNow } as const
  for (const { manifest } of systems) simulators.set(manifest.id, await startSimulator(manifest.id, options))
  app = await startTestApp({
    now: usualNow,
    env: {
      ...Object.assign({}, ...[...simulators.values()].map(({ partner }) => partner)),
      VENDOR_BASE_URLS: [...simulators].map(([vendor, { url }]) => `${vendor}=${url}`).join(','),
    },
  })
  for (const [vendor, { credentials }] of simulators) {
    const { sessionId, workspaceId } = await begun(vendor)
    workspaces.set(vendor, workspaceId)
    const url = `/v1/connect/${vendor}/credentials`
    const answer = await app.post(url, { sessionId, credentials }, { key: null })
    assert.equal(answer.status, 200, answer.text)
  }
  worker = await startSync(app.services, { budget: unlimited, askEveryMs, random: () => 0 })
  await rest()
  for (const { operations, clock } of simulators.values()) {
    operations.createReservation({})
    clock.advanceSeconds(3601)
  }
  app.clock.advance(3_601_000)
  worker.wake()
  await rest()
  await worker.stop()
})
const rest = () =>
  until('the sync engine to come to rest', async () => {
    const { rows } = await sql`
      select from sync_schedule where wake_at <= ${app.clock.now()} or holder is not null limit 1`.execute(
      app.db,
    )
    return rows.length === 0
  })
after(async () => {
  await worker.stop()
  await app.close()
  await Promise.all([...simulators.values()].map((simulator) => simulator.close()))
})

async function begun(name: string): Promise<{ sessionId: string; workspaceId: string }> {
  const redirectUrl = 'https://app.example.com/moved'
  const answer = await app.post('/v1/connect', { purpose: 'migrate', redirectUrl, workspace: { name } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body as unknown as { sessionId: string; workspaceId: string }
}
async function read<T>(vendor: string, path = ''): Promise<T> {
  const answer = await app.get(`/v1/migrations/${of(workspaces, vendor)}${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body['data'] as unknown as T
}

/** What each counts by itself; of anything else nobody can say whether all of it is here. */
const counted: Record<string, readonly string[]> = {
  guesty: ['reservations'],
  hospitable: ['listings', 'reservations'],
  hostaway: ['conversations', 'listings', 'reservations'],
  mews: ['listings'],
  smoobu: ['listings', 'reservations'],
}
/** Guests' messages cannot be read of these; the report says why. */
const withoutMessages = ['cloudbeds', 'mews', 'smoobu']

/** Units, rooms of hotels, parts of prices: what a file of Hostaway has not. */
const ofOtherShape = ['guesty', 'mews', 'smoobu']

const reportOf = (vendor: string) => read<MigrationReport['data']>(vendor, '/report')
const inChild = (vendor: string) => ({ headers: { 'x-workspace-id': of(workspaces, vendor) } })

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
    test('is imported, and what it counts is here', async () => {
      assert.equal((await read<{ state: string }>(vendor)).state, 'imported')
      const { clean, counts } = await reportOf(vendor)
      assert.equal(clean, true)
      const results = counts.map(({ entity, source, received, leftOut, stored, result }) => {
        if (source === null) assert.equal(result, 'not_comparable')
        else assert.deepEqual([result, received, stored + leftOut], ['equal', source, source], entity)
        assert.ok(stored > 0, entity)
        return { entity, source }
      })
      const known = results.filter(({ source }) => source !== null).map(({ entity }) => entity)
      assert.deepEqual(known.toSorted(), counted[vendor] ?? [])
      if (!known.includes('reservations')) return
      const workspaceId = of(workspaces, vendor)
      const { rows } = await sql<{ id: string; external_id: string }>`
        select id, external_id from reservations where workspace_id = ${workspaceId} order by id limit 1`.execute(
        app.db,
      )
      const named = (id: string | undefined, externalId: string | null) =>
        sql`
          update reservations set external_id = ${externalId}
          where workspace_id = ${workspaceId} and id = ${id}`.execute(app.db)
      const [lost] = rows
      await named(lost?.id, null)
      // What was booked since does not stand in for it.
      assert.equal((await reportOf(vendor)).clean, false, 'one that the source counts is not here')
      await named(lost?.id, lost?.external_id ?? null)
    })

    test('is kept current: what is booked after the import is here, and told', async () => {
      const { rows } = await sql<{ type: string; times: number }>`
        select type, count(*)::int as times from events
        where workspace_id = ${of(workspaces, vendor)} and type in ('migration.completed', 'reservation.created')
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
      const { issues, capabilities } = await reportOf(vendor)
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
      const { counts } = await read<{ counts: { conversations: number } }>(vendor)
      assert.equal(counts.conversations > 0, !withoutMessages.includes(vendor))
    })

    test('the check knows every upcoming stay by its code', async () => {
      const stays = await upcoming(vendor)
      const [first, ...others] = stays
      assert.ok(first && others.length > 0)
      const checked = async (reservations: object[]) => {
        const url = `/v1/migrations/${of(workspaces, vendor)}/cutover-check`
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
      const simulator = of(simulators, vendor)
      const map = () => read<ChannelMap['data']>(vendor, '/channel-map')
      const before = simulator.calls.list().length
      const { sources, listings } = await map()
      const supported = operations.channelLinks !== undefined
      assert.deepEqual(
        sources.map((source) => [source.provider, source.supported, source.error]),
        [[vendor, supported, undefined]],
      )
      assert.equal(listings.length, supported ? 2 : 0)
      assert.equal(simulator.calls.list().length > before, supported)
      simulator.faults.add({ kind: 'html', seconds: 1_000_000 })
      const failing = await map()
      simulator.faults.clear()
      assert.equal(failing.sources[0]?.error !== undefined, supported)
      assert.deepEqual(failing.listings, [])
    })

    if (ofOtherShape.includes(vendor))
      test('goes into a file and comes back', async () => {
        const file = await exported(app, of(workspaces, vendor))
        const lines = file.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as object)
        const { workspaceId } = await begun(`${vendor}, again`)
        for (let at = 0; at < lines.length; at += 1000) {
          const body = { line: at + 1, records: lines.slice(at, at + 1000) }
          const answer = await app.post(`/v1/migrations/${workspaceId}/records`, body)
          assert.equal(answer.status, 200, answer.text)
        }
        assert.deepEqual(withoutIds((await exported(app, workspaceId)).records), withoutIds(file.records))
      })

    test('is cut over', async () => {
      const ended = await app.post(`/v1/migrations/${of(workspaces, vendor)}/cutover`)
      assert.equal(ended.status, 200, ended.text)
      assert.equal((await read<{ state: string }>(vendor)).state, 'cut_over')
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

test('the guide says what each system counts', async () => {
  const guide = await readFile(new URL('../../docs/guides/migrating.md', import.meta.url), 'utf8')
  for (const { manifest } of systems) {
    const { id, displayName } = manifest
    const row = guide.split('\n').find((line) => line.startsWith(`| ${displayName} | counts`))
    assert.equal(row?.split('|')[2]?.trim(), `counts ${counted[id]?.join(', ') ?? 'none of them'}`, id)
  }
})
