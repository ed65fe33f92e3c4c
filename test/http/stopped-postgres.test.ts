/** A PostgreSQL that is stopped and started again, under a server that runs. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { after, before, it } from 'node:test'
import { startPrivatePostgres, type PrivatePostgres } from '../../src/platform/embedded-postgres/index.ts'
import { createLog } from '../../src/platform/log.ts'
import { testFolder } from '../harness/folder.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { startDatabaseDoor } from '../webhooks/database-door.ts'

const { folder, remove } = testFolder()
const start = () =>
  startPrivatePostgres({
    dataDir: path.join(folder, 'database'),
    log: createLog({ level: 'silent' }),
    mode: 'test',
  })

let postgres: PrivatePostgres
// It comes back on another port; the address the server knows stays.
let door: Awaited<ReturnType<typeof startDatabaseDoor>>
let server: ServerProcess
before(async () => {
  postgres = await start()
  door = await startDatabaseDoor(() => postgres.url)
  server = await startServerProcess(path.join(folder, 'server'), { DATABASE_URL: door.url })
})
after(async () => {
  await server?.stop()
  await door?.close()
  await postgres?.stop()
  remove()
})

async function get(url: string) {
  const answer = await fetch(`${server.baseUrl}${url}`, {
    headers: { authorization: `Bearer ${server.keys.sandboxKey}` },
  })
  const body = (await answer.json()) as { error?: { code: string; retry_after: number } }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), error: body.error }
}

it('is told as unavailable while it is away, and served from again when it is back', async () => {
  for (let time = 1; time <= 2; time += 1) {
    assert.equal((await get('/v1/listings')).status, 200)
    await postgres.stop()
    for (const url of ['/v1/listings', '/v1/reservations', '/v1/health/ready']) {
      const { status, error, retryAfter } = await get(url)
      assert.deepEqual([url, status, error?.code], [url, 503, 'service_unavailable'])
      assert.ok(Number(error?.retry_after) > 0)
      assert.equal(retryAfter, String(error?.retry_after))
    }
    assert.equal((await get('/v1/health')).status, 200)
    postgres = await start()
    await until('the server to be ready', async () => (await get('/v1/health/ready')).status === 200)
    assert.equal((await get('/v1/listings')).status, 200)
  }
})
