import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { until } from '../../test/harness/until.ts'
import { trimMalloc } from './malloc-trim.ts'

const megabyte = 1024 * 1024

test(
  'room between what stays goes back to the system',
  {
    skip: process.platform !== 'linux' && 'another allocator',
  },
  async () => {
    const warned: Error[] = []
    process.on('warning', (warning) => warned.push(warning))
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const pieces: (Uint8Array | undefined)[] = Array.from({ length: 20_000 }, () =>
      new Uint8Array(5_000).fill(1),
    )
    for (let index = 0; index < pieces.length; index += 1) if (index % 40 !== 0) pieces[index] = undefined
    const before = process.memoryUsage.rss()
    collect()
    // A thread frees collected memory in the background, so the test waits.
    await until('30 MiB are given back', () => {
      trimMalloc()
      return before - process.memoryUsage.rss() > 30 * megabyte
    })
    assert.equal(pieces[0]?.length, 5_000)
    await new Promise(setImmediate)
    assert.deepEqual(warned, [])
  },
)
