/** A mebibyte for a workspace: what writers at the same moment store never passes it, and never less than fits. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { BURST_LIMIT: '1000000' }, poolSize: 20 })
})
after(() => app.close())

const space = 1024 * 1024
const writers = 40

/** A value that takes this many bytes together with its key. */
const entryOf = (key: string, bytes: number) => ({ value: 'x'.repeat(bytes - Buffer.byteLength(key) - 2) })

const put = (key: string, name: string, bytes: number, project = 'default') =>
  app.call('PUT', `/v1/kv/${name}?project_id=${project}`, { key, body: entryOf(name, bytes) })

async function kept({ id }: TestWorkspace): Promise<{ bytes: number; counted: number }> {
  const { rows } = await sql<{ bytes: number; counted: number }>`
    select coalesce(sum(octet_length(key) + octet_length(value)), 0)::int as bytes,
           (select bytes from kv_spaces where workspace_id = ${id}) as counted
    from kv_entries where workspace_id = ${id}`.execute(app.db)
  const [row] = rows
  assert.ok(row)
  return row
}

/** All but `free` bytes, over two projects. */
async function fill(workspace: TestWorkspace, free: number): Promise<void> {
  const each = 60_000
  const full = Math.floor((space - free) / each)
  for (let at = 0; at < full; at += 1) {
    assert.equal((await put(workspace.liveKey, `full${at}`, each, at % 2 ? 'one' : 'two')).status, 200)
  }
  const rest = space - free - full * each
  assert.equal((await put(workspace.liveKey, 'rest', rest)).status, 200)
  assert.deepEqual(await kept(workspace), { bytes: space - free, counted: space - free })
}

it('takes exactly what fits of many writers at the edge', async () => {
  const workspace = await app.addWorkspace()
  const each = 100
  const fitting = 7
  await fill(workspace, each * fitting + each - 1)
  const answers = await Promise.all(
    Array.from({ length: writers }, (_, at) => put(workspace.liveKey, `w${at}`, each, `p${at % 3}`)),
  )
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, fitting)
  const refused = answers.filter(({ status }) => status !== 200)
  assert.ok(
    refused.every(({ status, body }) => `${status} ${body['error']?.['code']}` === '413 kv_space_full'),
  )
  const bytes = space - (each - 1)
  assert.deepEqual(await kept(workspace), { bytes, counted: bytes })
  assert.equal(refused[0]?.body['error']?.['limit'], space)
  assert.equal((await put(workspace.liveKey, 'last', each - 1)).status, 200, 'to the last byte')
  assert.equal((await put(workspace.liveKey, 'more', 7)).status, 413)
})

it('counts a key once, however many replace it together', async () => {
  const workspace = await app.addWorkspace()
  await fill(workspace, 5000)
  const answers = await Promise.all(
    Array.from({ length: writers }, (_, at) => put(workspace.liveKey, 'same', 1000 + at * 100)),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  const { bytes, counted } = await kept(workspace)
  assert.equal(bytes, counted)
  const last = await app.get('/v1/kv/same', { key: workspace.liveKey })
  assert.equal(bytes, space - 5000 + 'same'.length + 2 + String(last.body['value']).length)
})

it('stays exact while entries are written, replaced, deleted and run out at the same time', async () => {
  const workspace = await app.addWorkspace()
  const key = workspace.liveKey
  await fill(workspace, 3000)
  const act = async (at: number): Promise<void> => {
    const name = `m${at % 9}`
    if (at % 4 === 0) await app.delete(`/v1/kv/${name}`, { key })
    else if (at % 13 === 0) await app.delete('/v1/kv?prefix=m1', { key })
    else {
      const body = { ...entryOf(name, 200 + (at % 7) * 150), ...(at % 3 ? {} : { ttl_seconds: 1 }) }
      await app.call('PUT', `/v1/kv/${name}`, { key, body })
    }
    if (at % 20 === 0) app.clock.advance(500)
  }
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(Array.from({ length: writers }, (_, at) => act(round * writers + at)))
    const { bytes, counted } = await kept(workspace)
    assert.equal(bytes, counted)
    assert.ok(bytes <= space)
  }
})

it('is freed by what ran out, at once', async () => {
  const workspace = await app.addWorkspace()
  await fill(workspace, 1000)
  const body = { ...entryOf('short', 1000), ttl_seconds: 1 }
  assert.equal((await app.call('PUT', '/v1/kv/short', { key: workspace.liveKey, body })).status, 200)
  assert.equal((await put(workspace.liveKey, 'next', 1000)).status, 413)
  app.clock.advance(1000)
  assert.equal((await put(workspace.liveKey, 'next', 1000)).status, 200)
  assert.deepEqual(await kept(workspace), { bytes: space, counted: space })
})

it('is each workspace’s own, the sandbox’s too', async () => {
  const workspace = await app.addWorkspace()
  const child = await app.addWorkspace({ parentId: workspace.id })
  await fill(workspace, 0)
  assert.equal((await put(workspace.liveKey, 'k', 10)).status, 413)
  for (const key of [workspace.sandboxKey, child.liveKey]) assert.equal((await put(key, 'k', 10)).status, 200)
})
