/** `npm run check`: every `check:…` of package.json, as many at a time as there are processors. What one has to say is shown when it has ended. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'

const file = new URL('../package.json', import.meta.url)
const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> }
/** In their order there: what takes longest stands first. */
const waiting = Object.keys(scripts).filter((name) => name.startsWith('check:'))
const failed: string[] = []

/** Of npm the shell knows where it is, on Windows too. */
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
