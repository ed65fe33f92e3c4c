/** A file that an export is written to, whole or cut off before. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { linesIn } from '../../src/cli/export/lines.ts'
import { takeExport as take, type OpenExport } from '../../src/cli/export/take.ts'

const workspaceId = '41'
const takeExport = (open: OpenExport, file: string) => take(open, file, workspaceId)
const header = { type: 'header', workspaceId, state: '1', counts: { listing: 3 }, after: null }
const records = ['1', '2', '3'].map((id) => ({ type: 'listing', id, name: `Ž ${id}` }))
const last = { type: 'end', records: 3 }

/** The answers of a server: all of what is behind the place, or as much of it as is told. */
function server({ state = '1', cutAfter = Number.POSITIVE_INFINITY, ends = true } = {}) {
  const asked: (string | null)[] = []
  const open: OpenExport = async (after) => {
    asked.push(after)
    const from = after === null ? 0 : Number(after.split(':')[1])
    const lines = [{ ...header, state, after }, ...records.slice(from), ...(ends ? [last] : [])]
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    // In small pieces, which part characters.
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
      bytes.subarray(at * 7, at * 7 + 7),
    )
    return (async function* () {
      for (const [at, piece] of pieces.entries()) if (at * 7 < cutAfter) yield piece
    })()
  }
  return { open, asked }
}

let folder: string
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lodgewire-export-'))
})
after(() => rm(folder, { recursive: true }))

const place = (name: string) => path.join(folder, name)
const whole = [header, ...records, last].map((line) => `${JSON.stringify(line)}\n`).join('')

test('an export is written as it comes, and taken again only where the workspace has changed since', async () => {
  const file = place('whole')
  assert.deepEqual(await takeExport(server().open, file), { records: 3, how: 'whole' })
  assert.equal(await readFile(file, 'utf8'), whole)
  const { open, asked } = server()
  assert.deepEqual(await takeExport(open, file), { records: 3, how: 'held' })
  assert.deepEqual(asked, ['listing:3'])
  assert.equal(await readFile(file, 'utf8'), whole)
  assert.deepEqual(await takeExport(server({ state: '2' }).open, file), { records: 3, how: 'again' })
  assert.equal(await readFile(file, 'utf8'), whole.replace('"state":"1"', '"state":"2"'))
})

test('one that was cut off goes on behind its last whole line, wherever that was', async () => {
  const firstRecord = `${JSON.stringify(header)}\n`.length
  for (let cutAfter = 1; cutAfter < Buffer.byteLength(whole) - 7; cutAfter += 5) {
    const file = place(`cut-${cutAfter}`)
    await assert.rejects(takeExport(server({ cutAfter }).open, file), /cut off|answered nothing/)
    const { open, asked } = server()
    const { how } = await takeExport(open, file)
    assert.equal(await readFile(file, 'utf8'), whole, `cut after ${cutAfter}`)
    if (cutAfter < firstRecord) assert.equal(how, 'whole')
    assert.equal(asked.length, 1)
  }
})

test('what was received of another state is not gone on with', async () => {
  const file = place('changed')
  await takeExport(server().open, file)
  await truncate(file, Buffer.byteLength(whole) - 30)
  const { open, asked } = server({ state: '2' })
  assert.equal((await takeExport(open, file)).how, 'again')
  assert.deepEqual(asked, ['listing:2', null])
  assert.equal(await readFile(file, 'utf8'), whole.replace('"state":"1"', '"state":"2"'))
})

test('an error half way is told, and what came before it is kept', async () => {
  const file = place('error')
  const broken: OpenExport = async () =>
    (async function* () {
      for (const line of [
        header,
        records[0],
        { type: 'error', code: 'internal_error', message: 'It broke.', fix: 'Again.' },
      ]) {
        yield Buffer.from(`${JSON.stringify(line)}\n`)
      }
    })()
  await assert.rejects(takeExport(broken, file), /It broke\. Again\./)
  const { open, asked } = server()
  assert.equal((await takeExport(open, file)).how, 'resumed')
  assert.deepEqual(asked, ['listing:1'])
  assert.equal(await readFile(file, 'utf8'), whole)
})

test('a connection that breaks half way is said to be one, and gone on with', async () => {
  const file = place('broken-off')
  const breaking =
    (lines: object[]): OpenExport =>
    async () =>
      (async function* () {
        for (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`)
        throw new TypeError('terminated')
      })()
  await assert.rejects(takeExport(breaking([]), file), /answered nothing, or its answer was cut off/)
  await assert.rejects(takeExport(breaking([header, records[0] ?? {}]), file), {
    name: 'Error',
    message: `The answer was cut off. What was received is in ${file}; the same command goes on from there.`,
  })
  assert.equal((await takeExport(server().open, file)).how, 'resumed')
  assert.equal(await readFile(file, 'utf8'), whole)
})

test('another file is not overwritten', async () => {
  const file = place('other')
  await writeFile(file, '{"type":"listing"}\n')
  await assert.rejects(takeExport(server().open, file), /not an export/)
  await writeFile(file, 'dear diary\n')
  await assert.rejects(takeExport(server().open, file), /not an export/)
  assert.equal(await readFile(file, 'utf8'), 'dear diary\n')
})

test('the export of another workspace is neither gone on with nor taken for this one', async () => {
  const file = place('of-another')
  await take(server().open, file, workspaceId)
  const { open, asked } = server()
  await assert.rejects(take(open, file, '42'), /of workspace 41/)
  assert.deepEqual(asked, [])
  assert.equal(await readFile(file, 'utf8'), whole)
})

test('a line that did not end is none', async () => {
  const chunks = (async function* () {
    yield Buffer.from('a\nb')
    yield Buffer.from('c\n\nd')
  })()
  const lines: string[] = []
  for await (const { text } of linesIn(chunks)) lines.push(text)
  assert.deepEqual(lines, ['a', 'bc', ''])
})
