import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, test } from 'node:test'
import { bootstrapWorkspace } from '../../src/features/tenancy/workspaces/bootstrap.ts'
import {
  keysFilePath,
  readKeysFile,
  setKeysBaseUrl,
  writeKeysFile,
} from '../../src/features/tenancy/workspaces/keys-file.ts'
import { apiKeys, workspaces } from '../../src/features/tenancy/workspaces/queries.ts'
import { createDatabase } from '../../src/platform/db.ts'
import type { Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase } from '../harness/database.ts'
import type { TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'

let server: TestDatabase
let database: Database
beforeEach(async () => {
  server = await createTestDatabase()
  database = createDatabase(server.url, { log: createLog({ level: 'silent' }) })
})
afterEach(async () => {
  await database.close()
  await server.drop()
})

test('the first start makes one workspace, its sandbox and a key for each; later starts nothing', async () => {
  const first = await bootstrapWorkspace(database.kysely)
  assert.ok(first)
  assert.match(first.sandboxKey, /^sk_test_[0-9A-Za-z]{40}$/)
  assert.match(first.liveKey, /^sk_live_[0-9A-Za-z]{40}$/)
  assert.ok(Number(first.workspaceId) < 900_000_000)
  assert.ok(Number(first.sandboxWorkspaceId) >= 900_000_000)
  const [workspace, ...others] = await workspaces(database.kysely)
  assert.deepEqual(others, [])
  assert.equal(workspace?.plan, 'custom')
  assert.equal(workspace?.sandbox_id, first.sandboxWorkspaceId)
  const { rows } = await database.pool.query(
    'select bool_and(contact_confirmed) as confirmed from workspaces',
  )
  assert.deepEqual(rows, [{ confirmed: true }])
  assert.equal(await bootstrapWorkspace(database.kysely), null)
  assert.equal((await apiKeys(database.kysely)).length, 2)
})

test('servers that start together on one database make one workspace', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => bootstrapWorkspace(database.kysely)))
  assert.equal(made.filter(Boolean).length, 1)
  assert.equal((await workspaces(database.kysely)).length, 1)
})

test('when the rest of the first start fails there was no first start', async () => {
  const failing = bootstrapWorkspace(database.kysely, async () => {
    throw new Error('disk full')
  })
  await assert.rejects(failing, /disk full/)
  assert.deepEqual(await workspaces(database.kysely), [])
  const seen: string[] = []
  const first = await bootstrapWorkspace(database.kysely, async ({ workspaceId }, transaction) => {
    seen.push(workspaceId, ...(await workspaces(transaction)).map(({ id }) => id))
  })
  assert.deepEqual(seen, [first?.workspaceId, first?.workspaceId])
})

test('the keys file is for its owner only and follows the address', () => {
  const { folder, remove } = testFolder()
  try {
    setKeysBaseUrl(folder, 'http://127.0.0.1:1')
    assert.equal(readKeysFile(folder), null, 'a file that was taken away stays away')
    const keys = { sandboxKey: 'sk_test_a', liveKey: 'sk_live_b', workspaceId: '1' }
    writeKeysFile(folder, { baseUrl: 'http://127.0.0.1:4000', ...keys })
    assert.equal(statSync(keysFilePath(folder)).mode & 0o777, 0o600)
    setKeysBaseUrl(folder, 'http://127.0.0.1:4001')
    assert.deepEqual(JSON.parse(readFileSync(keysFilePath(folder), 'utf8')), {
      baseUrl: 'http://127.0.0.1:4001',
      ...keys,
    })
    writeFileSync(keysFilePath(folder), 'not json')
    assert.equal(readKeysFile(folder), null)
  } finally {
    remove()
  }
})
