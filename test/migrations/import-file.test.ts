/** A file that is sent in parts, from where an earlier try came to. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sendFile, type Post } from '../../src/cli/export/send.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lodgewire-import-'))
})
after(() => rm(folder, { recursive: true }))

const count = 2500
const values = Array.from({ length: count }, (_, at) => ({
  type: at === 0 ? 'header' : 'listing',
  id: String(at),
}))
async function file(name: string, text = values.map((value) => `${JSON.stringify(value)}\n`).join('')) {
  const place = path.join(folder, name)
  await writeFile(place, text)
  return place
}

/** Keeps what came, in order; fails at its n-th request. */
function server(kept: unknown[], failAt = Number.POSITIVE_INFINITY): { post: Post; sizes: number[] } {
  const sizes: number[] = []
  const post: Post = async ({ line, records }) => {
    if (sizes.length + 1 === failAt) throw new Error('gone')
    sizes.push(records.length)
    assert.ok(line <= kept.length + 1)
    kept.push(...records.slice(kept.length + 1 - line))
    return {
      data: { workspaceId: '1', state: 'importing', lines: kept.length, complete: kept.length === count },
    }
  }
  return { post, sizes }
}

test('a file is sent whole, in parts of at most a thousand lines', async () => {
  const kept: unknown[] = []
  const { post, sizes } = server(kept)
  assert.deepEqual(await sendFile(await file('whole'), post), { lines: count, complete: true })
  assert.deepEqual(kept, values)
  assert.deepEqual(sizes, [1, 1000, 1000, 499])
})

test('goes on where the server is, whatever it had before', async () => {
  const kept: unknown[] = []
  const place = await file('again')
  await assert.rejects(sendFile(place, server(kept, 3).post), /gone/)
  assert.equal(kept.length, 1001)
  const { post, sizes } = server(kept)
  assert.equal((await sendFile(place, post)).complete, true)
  assert.deepEqual(kept, values)
  assert.deepEqual(sizes, [1, 1000, 499])
  const third = server(kept)
  assert.equal((await sendFile(place, third.post)).complete, true)
  assert.deepEqual(third.sizes, [1])
})

test('says with the header alone that another export is to be removed', async () => {
  const kept: unknown[] = []
  const { post } = server(kept)
  const asked: unknown[] = []
  const noting: Post = async (body) => {
    asked.push(body.anew)
    return post(body)
  }
  assert.equal((await sendFile(await file('anew'), noting, { anew: true })).complete, true)
  assert.deepEqual(asked, [true, undefined, undefined, undefined])
})

test('says which line is no JSON, and that a file was cut off', async () => {
  await assert.rejects(
    sendFile(await file('broken', '{"type":"header"}\n{oops\n'), server([]).post),
    /Line 2/,
  )
  await assert.rejects(sendFile(await file('empty', ''), server([]).post), /empty/)
  const short = values
    .slice(0, 10)
    .map((value) => `${JSON.stringify(value)}\n`)
    .join('')
  assert.deepEqual(await sendFile(await file('short', short), server([]).post), {
    lines: 10,
    complete: false,
  })
})
