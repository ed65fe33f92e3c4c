/** Small runs of the benchmarks that import must finish; their figures need a quiet machine. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const script = path.join(import.meta.dirname, '../../bench/run.ts')

const shown: Record<string, RegExp[]> = {
  sync: [/first import/, /the pass after/],
  markets: [/a city by the command/, /resident memory of the command/],
  'guesty-budget': [/first import of 200 stays/, /a day of 500 changes/],
  migration: [/reservations a second/, /export, lines/, /import of the file/],
}

for (const [name, labels] of Object.entries(shown)) {
  test(`npm run bench -- ${name} prints its figures`, async () => {
    const small = [script, name, '--vendors', 'smoobu', '--rows', '200']
    // A missed limit exits with 1 like a crash, but a crash prints no figures.
    const { stdout, stderr } = await run(process.execPath, small).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    for (const label of labels) assert.match(stdout, label, stderr)
  })
}
