/**
 * The server is killed at chosen points while it imports a file into one workspace and an account into another. Nothing
 * is lost or doubled, a stopped file says so and continues, and each end is reported once.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { FileImportReply } from '../../src/contract/file-import.ts'
import { exportLines } from '../../src/features/migrations/export/export.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/log.ts'
import { until } from '../harness/until.ts'
import type { ExportLine } from '../migrations/lines.ts'
import { fillPortfolio } from '../migrations/portfolio.ts'
import { withoutIds } from '../migrations/same-records.ts'
import { gatesIn, type Gates, type GatePlace } from './portfolio/gates.ts'
import * as moves from './portfolio/move.ts'
import { startPortfolioWorld, type PortfolioWorld } from './portfolio/world.ts'

const told: { event: string; eventId: string; workspaceId: string }[] = []
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  told.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as (typeof told)[number])
  response.writeHead(200).end()
})

let world: PortfolioWorld
let gates: Gates
before(async () => {
  const small = { listings: 2, reservations: 6, messages: 6, seed: 7, timeoutMs: 5000 }
  world = await startPortfolioWorld(['hostaway'], small)
  gates = await gatesIn(world.db)
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const hook = { url: `http://127.0.0.1:${port}/`, events: ['migration.completed', 'migration.failed'] }
  assert.equal((await world.call('POST', '/v1/webhooks', hook)).status, 201)
})
after(async () => {
  await world.close()
  receiver.closeAllConnections()
  receiver.close()
})

async function begun(name: string): Promise<string> {
  const { status, body } = await world.call<{ workspaceId: string }>('POST', '/v1/connect', {
    purpose: 'migrate',
    redirectUrl: 'https://app.example.com/moved',
    workspace: { name },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.workspaceId
}

async function linesOf(workspaceId: string): Promise<ExportLine[]> {
  const services = { db: world.db, clock: systemClock, log: createLog({ level: 'silent' }) }
  let text = ''
  for await (const more of exportLines(services, { workspaceId }, { name: 'Homes', after: null }))
    text += more
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportLine)
}

/** Kills the server while all are held there; the `next` gates close before it runs again. */
async function killedAt(
  places: readonly GatePlace[],
  work: () => Promise<unknown>,
  next: readonly GatePlace[] = [],
): Promise<void> {
  await gates.shut(places)
  const lost = work()
  await gates.allWait(lost)
  await world.kill(async () => {
    await gates.open()
    if (next.length > 0) await gates.shut(next)
  })
  await lost.catch(() => null)
}

const nothing = { lines: 0, listings: 0, ids: 0, events: 0 }
async function stored(workspaceId: string) {
  const { rows } = await sql<typeof nothing>`
    select coalesce((select lines from file_imports where workspace_id = ${workspaceId}), 0) as lines,
      (select count(*)::int from listings where workspace_id = ${workspaceId}) as listings,
      (select count(*)::int from imported_ids where workspace_id = ${workspaceId}) as ids,
      (select count(*)::int from events where workspace_id = ${workspaceId}) as events`.execute(world.db)
  return rows[0] ?? nothing
}

test('killed while a file is taken in and while the end of an import is told, nothing is lost, doubled or told twice', async () => {
  const [source] = world.sources
  assert.ok(source)
  const from = await begun('Harbour homes')
  for (const number of [1, 2]) await fillPortfolio(world.db, { workspaceId: from }, number)
  const file = await linesOf(from)
  const half = Math.floor(file.length / 2)
  const [inParts, atOnce] = [await begun('In parts'), await begun('At once')]
  const send = async (to: string, first: number, last: number) => {
    const records = file.slice(first - 1, last)
    const { status, body } = await world.call<FileImportReply>('POST', `/v1/migrations/${to}/records`, {
      line: first,
      records,
    })
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }
  const stateOf = async (to: string) => (await moves.migrationOf(world, { source, workspaceId: to })).state

  // An account is imported at the same time, up to the report of its end.
  let read: moves.Move | undefined
  await killedAt(
    ['the header is stored', 'an import is told'],
    async () => {
      read = await moves.begin(world, source)
      await send(inParts, 1, 1)
    },
    // It continues by itself, and would report before the next kill.
    ['what was told is committed'],
  )
  assert.deepEqual(await stored(inParts), nothing)
  assert.equal(await stateOf(inParts), 'awaiting_connection')

  await send(inParts, 1, 1)
  await killedAt(['a part is noted', 'what was told is committed'], () => send(inParts, 2, half))
  assert.deepEqual(await stored(inParts), { ...nothing, lines: 1 })
  assert.equal(await stateOf(inParts), 'importing')

  await killedAt(['a part is committed', 'ids are forgotten'], () =>
    Promise.all([send(inParts, 2, half), send(atOnce, 1, file.length)]),
  )
  assert.equal((await stored(inParts)).lines, half, 'what was committed is kept, though nobody heard of it')
  assert.deepEqual(await stored(atOnce), nothing)
  assert.equal(await stateOf(inParts), 'importing')
  const { clean, issues } = await moves.reportOf(world, { source, workspaceId: inParts })
  assert.equal(clean, false)
  assert.ok(issues.some(({ code }) => code === 'import_not_complete'))
  assert.equal((await world.call('POST', `/v1/migrations/${inParts}/cutover`)).status, 409)

  await killedAt(['the end is committed'], () => send(inParts, half + 1, file.length))
  assert.equal(await stateOf(inParts), 'imported')
  for (const to of [inParts, atOnce]) {
    const done = { workspaceId: to, state: 'imported', lines: file.length, complete: true }
    assert.deepEqual(await send(to, 1, file.length), done)
    assert.deepEqual(withoutIds((await linesOf(to)).slice(1, -1)), withoutIds(file.slice(1, -1)))
    assert.deepEqual((await stored(to)).events, 0)
    assert.deepEqual((await stored(to)).ids, 0)
  }

  const moved = read ?? assert.fail('nothing was read')
  await until('the import', async () => (await moves.migrationOf(world, moved)).state === 'imported')
  await moves.equal(world, moved, 'after two killed servers')
  assert.equal(await moves.timesTold(world, moved), 1)
  await until('the webhook', () => told.length > 0)
  assert.deepEqual(
    [...new Map(told.map((one) => [one.eventId, `${one.event} ${one.workspaceId}`])).values()],
    [`migration.completed ${moved.workspaceId}`],
  )
})
