import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import type { TestContext } from 'node:test'

function simulate(t: TestContext, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args])
  t.after(() => child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  let errors = ''
  child.stderr.on('data', (part) => (errors += String(part)))
  return { child, lines, errors: () => errors }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`the command prints one line when ready and stops on ${signal}`, async (t) => {
    const { child, lines, errors } = simulate(
      t,
      'hostaway',
      '--listings',
      '3',
      '--reservations',
      '20',
      '--moving',
      '60',
    )
    await once(child.stdout, 'data')
    const ready = JSON.parse(lines[0] ?? '') as Record<string, string> & { credentials: object }
    assert.deepEqual(Object.keys(ready), ['vendor', 'url', 'credentials', 'control'])
    assert.deepEqual(Object.keys(ready.credentials), ['accountId', 'apiKey'])
    assert.match(ready.url ?? '', /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.equal(ready.control, `${ready.url}/_control`)
    const state = (await (await fetch(`${ready.control}/state`)).json()) as { reservations: unknown[] }
    assert.equal(state.reservations.length, 20)
    child.kill(signal)
    const [code] = (await once(child, 'exit')) as [number]
    assert.equal(code, 0)
    assert.equal(lines.length, 1)
    assert.equal(errors(), '')
  })
}

test('wrong arguments end the command with a clear line', async (t) => {
  for (const [args, words] of [
    [[], /usage: simulate <vendor>/],
    [['nobody'], /no simulator for "nobody"; there is: .*hostaway/],
    [['hostaway', '--port', 'x'], /--port must be a whole number/],
    [['hostaway', '--rate-limit', 'some'], /--rate-limit must be vendor or off/],
    [['hostaway', '--now', 'noon'], /--now must be an instant/],
    [['hostaway', '--speed', '0'], /--speed must be a number greater than 0/],
    [['hostaway', '--habit', 'x=1'], /no habit "x"; it has: tokenDelaySeconds/],
    [['hostaway', '--colour'], /--colour/],
  ] as const) {
    const { child, lines, errors } = simulate(t, ...args)
    const [code] = (await once(child, 'close')) as [number]
    assert.equal(code, 1, args.join(' '))
    assert.match(errors(), words)
    assert.doesNotMatch(errors(), /\n\s+at /, 'no stack trace')
    assert.deepEqual(lines, [])
  }
})
