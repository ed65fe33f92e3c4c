/**
 * `npm run check` runs every `check:…` script of package.json, as many at once as there are processors, and prints each
 * result at its end.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'

const file = new URL('../package.json', import.meta.url)
const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> }
/** They run in the order of package.json, where the longest come first. */
const waiting = Object.keys(scripts).filter((name) => name.startsWith('check:'))
const failed: string[] = []

/** The shell finds npm on every system, including Windows. */
async function run(name: string): Promise<void> {
  const begun = performance.now()
  const child = spawn(`npm run --silent ${name}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) failed.push(name)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${said}${code === 0 ? 'passed' : 'FAILED'}: ${name} (${seconds} s)`)
}

async function runAll(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await run(name)
}
await Promise.all(Array.from({ length: os.availableParallelism() }, runAll))
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
