/** A backup is killed or stopped at many moments: nothing half counts, and the next one heals what stays. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { makeFolder, startBackedUpServer, type BackedUpServer } from './server.ts'

let home: BackedUpServer
let store: string
before(async () => {
  home = await startBackedUpServer()
  store = makeFolder(home.folder, 'store')
})
after(() => home?.close())

const inStore = () => readdirSync(store)
const complete = async () => {
  const { out } = await home.run(['backups', 'list', store, '--json'])
  const { data } = JSON.parse(out) as { data: { name: string; fault: string | null }[] }
  for (const { name, fault } of data) assert.equal(fault, null, name)
  return data.map(({ name }) => name)
}
const isDraft = (name: string) => name.endsWith('.unfinished')

test('a killed backup does not count, at whatever moment', async () => {
  assert.equal((await home.run(['backup', '--to', store])).code, 0)
  let killed = 0
  for (const wait of [0, 5, 20, 60, 150, 300, 600]) {
    const known = await complete()
    const before = new Set(inStore())
    const child = home.command(['backup', '--to', store])
    await until('the draft', () => inStore().some((name) => isDraft(name) && !before.has(name)))
    await pause(wait)
    child.process.kill('SIGKILL')
    if ((await child.ended) === 'SIGKILL') killed += 1
    const now = await complete()
    // What the kill came too late for is whole.
    assert.ok(now.length - known.length <= 1)
    for (const name of now) assert.ok(existsSync(path.join(store, `${name}.tar.zst`)))
  }
  assert.ok(killed > 0, 'at least one was killed in the middle')
  assert.ok(inStore().some(isDraft))

  for (const name of inStore().filter(isDraft))
    utimesSync(path.join(store, name), 1_760_000_000, 1_760_000_000)
  const { code, out, err } = await home.run(['backup', '--to', store])
  assert.equal(code, 0, err)
  assert.match(out, /Removed lodgewire-\S+\.unfinished\./)
  assert.deepEqual(inStore().filter(isDraft), [])
  const restored = await home.run(['restore', store, path.join(home.folder, 'restored')])
  assert.equal(restored.code, 0, restored.err)
})

test('a stopped backup cleans up behind itself', async () => {
  const before = inStore()
  const child = home.command(['backup', '--to', store])
  await until('the draft', () => inStore().some(isDraft))
  child.process.kill('SIGTERM')
  assert.equal(await child.ended, 1, child.out())
  assert.match(child.err(), /The backup was stopped/)
  assert.deepEqual(inStore(), before)
})

test('a second backup at the same time is refused', async () => {
  const first = home.command(['backup', '--to', store])
  await until('the draft', () => inStore().some(isDraft))
  first.process.kill('SIGSTOP')
  const second = await home.run(['backup', '--to', store])
  first.process.kill('SIGCONT')
  assert.equal(second.code, 1)
  assert.match(second.err, /Another backup is being made/)
  assert.equal(await first.ended, 0, first.err())
})

test('a killed restore leaves nothing that looks ready', async () => {
  const to = path.join(home.folder, 'half')
  const child = home.command(['restore', store, to])
  await until('some files', () => existsSync(path.join(`${to}.unfinished`, 'postgres', 'data', 'base')))
  child.process.kill('SIGKILL')
  await child.ended
  assert.ok(!existsSync(to))
  const again = await home.run(['restore', store, to])
  assert.equal(again.code, 1)
  assert.match(again.err, /half\.unfinished is there: a restore runs, or one was cut off/)
})
