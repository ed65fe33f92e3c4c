import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { promisify } from 'node:util'

const garbage = new URL('./garbage.ts', import.meta.url).href

/** Ten times as much passes through as is kept, and lives long enough to leave V8's young generation. */
const work = `
  const rows = (count) => Array.from({ length: count }, (_, at) => ({ text: 'row ' + at + Math.random(), nights: [at, at + 1] }))
  const kept = rows(300_000)
  let most = 0
  let passing = []
  for (let page = 0; page < 600; page += 1) {
    passing.push(rows(5_000))
    if (passing.length > 8) passing = passing.slice(4)
    most = Math.max(most, process.memoryUsage().heapTotal)
  }
  console.log(Math.round(most / 1024 / 1024), kept.length)
`

async function mostMib(before: string): Promise<number> {
  const args = ['--input-type=module', '--max-semi-space-size=4', '-e', before + work]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number.parseInt(stdout, 10)
}

it('what passed through is collected before it is as much again as what is kept', async () => {
  const [usual, early] = await Promise.all([
    mostMib(''),
    mostMib(`import { collectGarbageEarly } from '${garbage}'\ncollectGarbageEarly()\n`),
  ])
  assert.ok(early < 0.75 * usual, `${early} MiB, without it ${usual} MiB`)
})
