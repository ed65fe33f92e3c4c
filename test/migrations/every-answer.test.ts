/** Whoever moves an account never gets to see what opens it; and what opens it is gone when nobody needs it any more. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { routes } from '../../src/features/routes.ts'
import { storedSession } from '../../src/upstream/session.ts'
import { redirectUrl } from '../connect/world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { tenantTables } from '../harness/rows.ts'
import { hour, keeps, startWatchWorld, type WatchWorld } from './watch-world.ts'

let world: WatchWorld
before(async () => {
  world = await startWatchWorld()
})
after(() => world.close())

const ofMigrations = routes.filter(({ tag }) => tag === 'Migrations')

/** What can be asked before its end, in this order; a route that is in neither list fails the test. */
const whileOpen = [
  'getMigration',
  'listMigrations',
  'getMigrationReport',
  'getMigrationChannelMap',
  'checkMigrationCutover',
  'rehearseMigrationCutover',
  'exportMigration',
  'importMigration',
  'importMigrationRecords',
]
const ends = ['cutOverMigration', 'rollBackMigration', 'deactivateMigration']
const bodies: Record<string, object> = {
  checkMigrationCutover: { reservations: [] },
  rehearseMigrationCutover: { reservations: [] },
  importMigration: { entities: ['listings', 'messages'] },
  importMigrationRecords: { line: 1, records: [] },
  cutOverMigration: { watch: true },
}

async function ask(operation: string, id: string): Promise<TestAnswer> {
  const { method, url } = ofMigrations.find((route) => route.id === operation) ?? assert.fail(operation)
  const at = url.replace(':workspaceId', id)
  if (method === 'GET') return world.app.get(at)
  return method === 'DELETE' ? world.app.delete(at) : world.app.post(at, bodies[operation])
}

/** All that opens the account: as it was entered, and what the vendor gave for it. */
async function secretsOf(id: string): Promise<string[]> {
  const [{ id: connectionId } = assert.fail('no account')] = (await world.shown(id)).connections
  const session = storedSession({ ...world.services, scope: { workspaceId: id }, connectionId })
  const { apiKey } = world.simulator.credentials as { apiKey: string }
  const token = (await session.load()) ?? assert.fail('no token')
  return [apiKey, token, (JSON.parse(token) as { token?: string }).token ?? token]
}

test('no answer of any route of a migration, no event and no page names what opens the account', async () => {
  assert.deepEqual(ofMigrations.map(({ id }) => id).toSorted(), [...whileOpen, ...ends].toSorted())
  const { workspaceId: id, sessionId } = await world.begin()
  const answers: [string, TestAnswer][] = [['signing in', await world.send(sessionId)]]
  const told = async () => {
    for (const url of [
      '/v1/events?limit=100',
      '/v1/connect',
      '/v1/connect/hostaway',
      '/v1/requests',
      '/v1/audit',
    ]) {
      answers.push([url, await world.app.get(url, world.inChild(id))])
    }
    answers.push(['the page', await world.view(sessionId)])
  }
  await world.read()
  const secrets = await secretsOf(id)
  const steps = [
    ...whileOpen,
    ...['cutOverMigration', ...whileOpen, 'rollBackMigration', 'cutOverMigration'],
    ...['deactivateMigration', ...whileOpen],
  ]
  for (const operation of steps) {
    answers.push([operation, await ask(operation, id)])
    if (operation === 'importMigration') await world.read()
    if (operation === 'cutOverMigration') await world.look()
    if (ends.includes(operation)) await told()
  }
  const again = await world.app.post('/v1/connect', { redirectUrl, purpose: 'migrate' }, world.inChild(id))
  answers.push(['another session', again])
  assert.deepEqual(
    answers.filter(([, { status }]) => status >= 500),
    [],
  )
  const good = new Set(answers.filter(([, { status }]) => status < 300).map(([what]) => what))
  for (const operation of steps.filter((one) => one !== 'importMigrationRecords'))
    assert.ok(good.has(operation), `${operation} was never answered well`)
  for (const [what, { text }] of answers)
    for (const secret of secrets) assert.ok(!text.includes(secret), `${what} names what opens the account`)
})

test('cutover, rollback and deactivation pressed at once and more than once end in one of them, and nothing is kept', async () => {
  const id = await world.imported()
  await ask('cutOverMigration', id)
  const pressed = [...ends, ...ends, ...ends].map(
    async (operation) => [operation, await ask(operation, id)] as const,
  )
  const answers = await Promise.all(pressed)
  // A rollback that comes after the end is refused; so is none of the others.
  for (const [operation, { status, text }] of answers)
    assert.ok(
      status === 200 || (operation === 'rollBackMigration' && status === 409),
      `${operation}: ${text}`,
    )
  const ended = answers.filter(([operation]) => operation === 'deactivateMigration')
  assert.equal(new Set(ended.map(([, { text }]) => text)).size, 1)
  assert.equal((await world.shown(id)).state, 'deactivated')
  const { watch, connection } = await world.secrets(id)
  assert.equal(keeps(watch) || keeps(connection), false)
  assert.equal(await world.look(), 0)
  const created = await world.eventsOf(id, 'account.created')
  assert.equal((await world.eventsOf(id, 'account.disconnected')).length, created.length)
})

/** Tables with a row that has the text in it, in whatever column; columns of bytes are read as hexadecimal digits. */
async function tablesWith(id: string, text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of await tenantTables(world.app.db)) {
    const { rows } = await sql`
      select from ${sql.table(table)} t where workspace_id = ${id} and strpos(t::text, ${text}) > 0 limit 1`.execute(
      world.app.db,
    )
    if (rows.length > 0) found.push(table)
  }
  return found
}

test('once a watch has ended no table has what was kept for it, encrypted or not', async () => {
  const id = await world.imported()
  const secrets = await secretsOf(id)
  await ask('cutOverMigration', id)
  await world.look()
  const [kept] = (await world.secrets(id)).watch
  const encrypted = kept?.credentials?.toString('hex') ?? assert.fail('nothing was kept')
  assert.deepEqual(await tablesWith(id, encrypted), ['migration_watches'])
  world.later(72 * hour)
  await world.look()
  for (const text of [encrypted, ...secrets]) assert.deepEqual(await tablesWith(id, text), [])
})
