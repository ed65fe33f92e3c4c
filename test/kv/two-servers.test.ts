/** A mebibyte for a workspace, whichever server it is written through: two whole servers at the same moment. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'

const space = 1024 * 1024
const writers = 12

let made: TestDatabase
let database: Database
const servers: ServerProcess[] = []
const { folder, remove } = testFolder()
before(async () => {
  made = await createTestDatabase()
  database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 2 })
  const settings = { DATABASE_URL: made.url, ROLES: 'api', BURST_LIMIT: '1000000' }
  // The first start writes the keys that both find in the folder.
  for (let n = 0; n < 2; n += 1) servers.push(await startServerProcess(folder, settings))
})
after(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database?.close()
  await made?.drop()
  remove()
})

interface Answered {
  error?: { code: string }
}

/** Any of the two, in turn; the key and its value take so many bytes. */
function put(turn: number, key: string, bytes: number) {
  const server = servers[turn % servers.length] ?? assert.fail()
  const value = 'x'.repeat(bytes - key.length - 2)
  return api<Answered>(server, server.keys.liveKey, 'PUT', `/v1/kv/${key}?project_id=p${turn % 3}`, { value })
}

async function kept(): Promise<{ bytes: number; counted: number }> {
  const { rows } = await database.pool.query<{ bytes: number; counted: number }>(
    `select coalesce(sum(octet_length(key) + octet_length(value)), 0)::int as bytes,
            (select bytes from kv_spaces where workspace_id = $1) as counted
     from kv_entries where workspace_id = $1`,
    [servers[0]?.keys.workspaceId],
  )
  return rows[0] ?? assert.fail()
}

it('takes to the last byte what fits of writers at both, replacing and deleting beside each other', async () => {
  const each = 20_000
  const most = Math.floor(space / each)
  // More than fit, all of one size: exactly so many are taken, whoever comes first.
  let turn = 0
  const statuses: string[] = []
  const writer = async () => {
    for (let at = turn++; at < most + 3 * writers; at = turn++) {
      const { status, body } = await put(at, `k${at}`, each)
      statuses.push(`${status} ${body.error?.code ?? ''}`.trim())
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
  assert.equal(statuses.filter((status) => status === '200').length, most)
  assert.equal(statuses.filter((status) => status === '413 kv_space_full').length, 3 * writers)
  assert.deepEqual(await kept(), { bytes: most * each, counted: most * each })
  const rest = space - most * each
  assert.equal((await put(0, 'last', rest + 1)).status, 413)
  assert.equal((await put(1, 'last', rest)).status, 200)

  const change = async (at: number) => {
    const server = servers[at % 2] ?? assert.fail()
    const url = `/v1/kv/${at % 5 === 0 ? 'last' : `k${at % 20}`}?project_id=p${at % 3}`
    if (at % 4 === 0) await api(server, server.keys.liveKey, 'DELETE', url)
    else await put(at, at % 5 === 0 ? 'last' : `k${at % 20}`, 100 + (at % 9) * 3_000)
  }
  await Promise.all(Array.from({ length: 10 * writers }, (_, at) => change(at)))
  const { bytes, counted } = await kept()
  assert.equal(counted, bytes)
  assert.ok(bytes <= space)
})
