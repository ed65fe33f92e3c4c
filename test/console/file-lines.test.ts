/** An exported file is sent in parts that begin and end with whole lines. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf } from '../../web/console/src/migrations/file-lines.ts'

async function* portions(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string, size: number) {
  const parts: { line: number; lines: string[] }[] = []
  for await (const { line, lines } of partsOf(portions(text, size))) parts.push({ line, lines })
  return parts
}

test('the header goes alone, whatever the portions, and a last line without its end is left out', async () => {
  for (const size of [1, 3, 100])
    assert.deepEqual(await read('head\none\ntwo\nth', size), [
      { line: 1, lines: ['head'] },
      { line: 2, lines: ['one', 'two'] },
    ])
  assert.deepEqual(await read('', 5), [])
})

test('a part has at most a thousand lines', async () => {
  const parts = await read('x\n'.repeat(2_500), 4_096)
  assert.deepEqual(
    parts.map(({ line, lines }) => [line, lines.length]),
    [
      [1, 1],
      [2, 1_000],
      [1_002, 1_000],
      [2_002, 499],
    ],
  )
})
