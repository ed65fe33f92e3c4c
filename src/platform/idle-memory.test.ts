import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trimWhenIdle } from './idle-memory.ts'

const megabyte = 1024 * 1024

/** The simulated process has 200 MB, of which 60 are garbage. */
function pretended() {
  const now = { cpu: 0, resident: 200 * megabyte, collections: 0 }
  const memory = trimWhenIdle(
    {
      cpu: () => now.cpu,
      residentBytes: () => now.resident,
      async collect() {
        now.collections += 1
        now.cpu += 100_000
        now.resident = 140 * megabyte
      },
    },
    1_000,
  )
  memory.stop()
  return { now, look: memory.look }
}

test('an idle process gives memory back, and again only once it holds more', async () => {
  const { now, look } = pretended()
  assert.equal(await look(), true)
  assert.equal(now.resident, 140 * megabyte)
  assert.equal(await look(), false)
  now.resident = 145 * megabyte
  assert.equal(await look(), false)
  now.resident = 300 * megabyte
  assert.equal(await look(), true)
  assert.equal(now.collections, 2)
})

test('a busy process is left alone until it rests', async () => {
  const { now, look } = pretended()
  now.cpu += 500_000
  assert.equal(await look(), false)
  now.cpu += 50_000
  assert.equal(await look(), true)
})

test('this process can be trimmed', async () => {
  const held = [Buffer.alloc(1)]
  const memory = trimWhenIdle(undefined, 60_000)
  memory.stop()
  assert.equal(await memory.look(), true)
  assert.equal(held.length, 1)
})
