/** A run of the simulation that a signal ends takes its PostgreSQL along. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { after, it } from 'node:test'
import { readPidFile } from '../../src/platform/embedded-postgres/postmaster.ts'
import { testFolder } from '../harness/folder.ts'
import { until } from '../harness/until.ts'

const { folder, remove } = testFolder()
after(remove)

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** PostgreSQL's own file of its process, wherever below the folder it lies. */
function findPid(): number | undefined {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (name) => path.basename(name) === 'postmaster.pid',
  )
  const read = file === undefined ? null : readPidFile(path.join(folder, path.dirname(file)))
  return read?.ready ? read.pid : undefined
}

it('ends with its PostgreSQL and leaves no files', async () => {
  const script = path.resolve(import.meta.dirname, '../simulation/run.ts')
  const run = spawn(process.execPath, [script, '--seed', '1', '--hours', '1'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(run, 'exit')
  const pid = await until('PostgreSQL to run', findPid)
  run.kill('SIGTERM')
  assert.deepEqual(await ended, [143, null])
  assert.equal(isRunning(pid), false)
  assert.deepEqual(readdirSync(folder), [])
})
