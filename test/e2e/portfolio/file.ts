/** Exports a workspace and imports the file into an empty one, and measures the server's memory for both. */
import assert from 'node:assert/strict'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sendFile } from '../../../src/cli/export/send.ts'
import { linesOfFile } from '../../../src/cli/export/lines.ts'
import type { FileImportReply } from '../../../src/contract/file-import.ts'
import { withoutIds } from '../../migrations/same-records.ts'
import type { ExportLine } from '../../migrations/lines.ts'
import { migrationOf, type Move } from './move.ts'
import type { PortfolioWorld } from './world.ts'

/** Either may use this much more memory than before, for any number of lines. */
const mostMoreMib = 200

/** Exports, imports into an empty workspace and exports from there: the content must be equal. */
export async function takeAlong(
  world: PortfolioWorld,
  move: Move,
  say: (text: string) => void,
): Promise<void> {
  const { vendor } = move.source
  const [there, here] = [
    path.join(world.folder, `${vendor}.ndjson`),
    path.join(world.folder, `${vendor}-again.ndjson`),
  ]
  const out = await world.memoryDuring(() => exportTo(world, move.workspaceId, there))
  const { status, body } = await world.call<{ workspaceId: string }>('POST', '/v1/connect', {
    purpose: 'migrate',
    redirectUrl: 'https://app.example.com/moved',
    workspace: { name: `Homes of ${vendor}, again` },
  })
  assert.equal(status, 201, JSON.stringify(body))
  const again = { ...move, workspaceId: body.workspaceId }
  const taken = await world.memoryDuring(() =>
    sendFile(there, async (part) => {
      const answer = await world.call<FileImportReply>(
        'POST',
        `/v1/migrations/${again.workspaceId}/records`,
        part,
      )
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body
    }),
  )
  assert.equal(taken.result.complete, true, vendor)
  assert.equal((await migrationOf(world, again)).state, 'imported')
  await exportTo(world, again.workspaceId, here)
  const [theirs, ours] = [await recordsOf(there), await recordsOf(here)]
  assert.equal(ours.length, theirs.length)
  for (const [at, record] of theirs.entries()) assert.deepEqual(ours[at], record)
  say(`${vendor} as a file: ${taken.result.lines} lines; export ${told(out)}, import ${told(taken)}`)
  for (const { moreMib } of [out, taken]) assert.ok(moreMib < mostMoreMib, `${moreMib} MiB more`)
  await Promise.all([there, here].map((file) => rm(file)))
}

const told = ({ ms, moreMib, peakMib }: { ms: number; moreMib: number; peakMib: number }) =>
  `${(ms / 1000).toFixed(1)} s with ${moreMib} MiB more, ${peakMib} MiB at most`

async function exportTo(world: PortfolioWorld, workspaceId: string, file: string): Promise<void> {
  const answer = await world.get(`/v1/migrations/${workspaceId}/export`)
  assert.equal(answer.status, 200)
  assert.ok(answer.body)
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(file))
}

/** Reads records without header, end and ids. */
async function recordsOf(file: string) {
  const records: ExportLine[] = []
  for await (const { text } of linesOfFile(file)) records.push(JSON.parse(text) as ExportLine)
  assert.deepEqual([records[0]?.type, records.at(-1)?.type], ['header', 'end'])
  return withoutIds(records.slice(1, -1))
}
