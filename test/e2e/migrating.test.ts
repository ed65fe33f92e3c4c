/** Runs every command of the migration guide in order against a real server, and cut-off files. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Migration } from '../../src/contract/migration.ts'
import { root } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'

const guide = readFileSync(path.join(root, 'docs/guides/migrating.md'), 'utf8')
/** The first block defines variables of the others. */
const [opening = '', ...commands] = [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) =>
  block.trim(),
)

const { folder, remove } = testFolder()
const names = ['WORKSPACE', 'SESSION']
const env: Record<string, string> = {}
let server: ServerProcess
before(async () => {
  for (const name of readdirSync(root)) {
    if (!['data', '.env', '.git'].includes(name)) symlinkSync(path.join(root, name), path.join(folder, name))
  }
  server = await startServerProcess(path.join(folder, 'data'))
})
after(async () => {
  await server.stop()
  remove()
})

async function run(script: string): Promise<{ code: number; out: string; err: string }> {
  const child = spawn('bash', ['--norc', '-c', `${opening}\n${script}`], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}

async function runs(command: string): Promise<string> {
  const { code, out, err } = await run(command)
  assert.equal(code, 0, `${command}\n${out}\n${err}`)
  return out
}

const key = () => server.keys.sandboxKey
async function shown(): Promise<Migration> {
  const { body } = await api<{ data: Migration }>(server, key(), 'GET', `/v1/migrations/${env['WORKSPACE']}`)
  return body.data
}

const file = path.join(folder, 'workspace.ndjson')
const linesOf = () => readFileSync(file, 'utf8').split('\n')

/** `paste.test.ts` checks the statuses of answers. */
async function perform(command: string): Promise<void> {
  const printed = await runs(`${command}\nfor name in ${names.join(' ')}; do echo "@$name=\${!name}"; done`)
  for (const [, name = '', value = ''] of printed.matchAll(/@(\w+)=(.*)$/gm)) env[name] = value
}

test('every command of the guide does what it is said to do, in the order of the guide', async () => {
  assert.ok(commands.length > 15, `${commands.length} commands`)
  const importAt = commands.findIndex((command) => command.includes('lodgewire -- import'))
  const exportAt = commands.findIndex((command) => command.includes('lodgewire -- export'))
  assert.ok(exportAt > 0 && importAt > exportAt)
  for (const [at, command] of commands.entries()) {
    if (at === exportAt) await cutOffAndGoneOnWith(command)
    else if (at === importAt) await cutOffAndSentAgain(command)
    else await perform(command)
  }
  assert.equal((await shown()).state, 'imported')
  const whole = readFileSync(file, 'utf8')
  const copy = await runs(
    `curl -s "$API/v1/migrations/$WORKSPACE/export" -H "Authorization: Bearer $API_KEY"`,
  )
  const counts = (text: string) => (JSON.parse(text.split('\n')[0] ?? '') as { counts: object }).counts
  assert.deepEqual(counts(copy), counts(whole))
})

/** The command before it wrote the file. */
async function cutOffAndGoneOnWith(command: string): Promise<void> {
  const whole = readFileSync(file, 'utf8')
  const records = (text: string) => text.split('\n').slice(1)
  truncateSync(file, Math.floor(Buffer.byteLength(whole) / 2))
  assert.match(await runs(command), /what was there from before was kept/)
  assert.deepEqual(records(readFileSync(file, 'utf8')), records(whole))
  assert.match(await runs(command), /there already/)
}

async function cutOffAndSentAgain(command: string): Promise<void> {
  const whole = readFileSync(file, 'utf8')
  const half = Math.floor(linesOf().length / 2)
  writeFileSync(file, `${linesOf().slice(0, half).join('\n')}\n`)
  const { code, err } = await run(command)
  assert.notEqual(code, 0)
  assert.match(err, new RegExp(`cut off after line ${half}`))
  assert.equal((await shown()).state, 'importing')
  // The file comes from another export of the workspace.
  writeFileSync(file, whole.replace(/"exportedAt":"[^"]*"/, '"exportedAt":"2020-01-01T00:00:00.000Z"'))
  const other = await run(command)
  assert.notEqual(other.code, 0)
  assert.match(other.err, /another export.*--anew/)
  assert.match(await runs(`${command} --anew`), /are in workspace/)
  assert.match(await runs(command), /are in workspace/)
}
