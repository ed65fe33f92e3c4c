import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { LineStream, readableOf } from './lines.ts'

/** The source notices when its reader is gone. */
function source(count: number) {
  let ended = false
  async function* make() {
    try {
      for (let at = 0; at < count; at += 1) yield `${at}\n`
    } finally {
      ended = true
    }
  }
  return { lines: make(), isEnded: () => ended }
}

describe('an answer of many lines', () => {
  it('is sent from the first line on', async () => {
    const { lines, isEnded } = source(5)
    const chunks = await readableOf(await LineStream.of(lines)).toArray()
    assert.deepEqual(chunks, ['0\n', '1\n', '2\n', '3\n', '4\n'])
    assert.ok(isEnded())
  })

  it('may be empty', async () => {
    assert.deepEqual((await readableOf(await LineStream.of(source(0).lines)).toArray()).join(''), '')
  })

  it('is made no faster than it is read', async () => {
    let lineCount = 0
    async function* many() {
      for (; lineCount < 1000; lineCount += 1) yield 'x'.repeat(1000)
    }
    const stream = readableOf(await LineStream.of(many()))
    await once(stream, 'readable')
    assert.ok(lineCount < 10, `${lineCount} were made`)
    stream.destroy()
  })

  it('ends where its reader goes away, before anything was read as well', async () => {
    for (const reads of [0, 1]) {
      const { lines, isEnded } = source(1000)
      const stream = readableOf(await LineStream.of(lines))
      if (reads > 0) await once(stream, 'readable')
      stream.destroy()
      await once(stream, 'close')
      assert.ok(isEnded(), `after ${reads} reads`)
    }
  })

  it('ends where its reader stands still', async () => {
    const { lines, isEnded } = source(1000)
    const stream = readableOf(await LineStream.of(lines), { stalledMs: 5, longestMs: 60_000 })
    while (!isEnded()) await new Promise((resolve) => setTimeout(resolve, 5))
    assert.ok((await stream.toArray()).length < 1000)
  })

  it('ends where its reader takes one line now and then for too long', async () => {
    const { lines, isEnded } = source(1000)
    const stream = readableOf(await LineStream.of(lines), { stalledMs: 60_000, longestMs: 20 })
    let read = 0
    for await (const _ of stream) {
      read += 1
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    assert.ok(isEnded())
    assert.ok(read < 1000, `${read} were read`)
  })
})
