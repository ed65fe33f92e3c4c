import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from './child.ts'
import { testFolder } from './folder.ts'
import { entriesOf } from './groups.ts'
import { readUsedSeconds } from './processor-seconds.ts'

/** Settings of the tests' machine must not change the result. Without the cache each process compiles the product anew. */
function passedOn(): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE: cache } = process.env
  return { ...(PATH && { PATH }), ...(cache && { NODE_COMPILE_CACHE: cache }) }
}

/** Runs these files as one group. */
function run(files: Record<string, string>, more: Record<string, string> = {}) {
  const { folder, remove } = testFolder()
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    const names = Object.keys(files).map((name) => path.relative(root, path.join(folder, name)))
    const env = { ...passedOn(), ...more }
    const [entry = ''] = entriesOf(names, folder)
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--test', entry], { env, cwd: root })
    return { status, text: `${String(stdout)}${String(stderr)}` }
  } finally {
    remove()
  }
}

const begin = `import { after, describe, it } from 'node:test'\n`

const hanging = `import { spawn } from 'node:child_process'
  import { it } from 'node:test'
  it('hangs', () => new Promise(() => { spawn('sleep', ['600'], { stdio: 'inherit' }); setInterval(() => {}, 1000) }))`

test('a process of tests that hangs is ended with what it started, and named; the others go on', () => {
  const { folder, remove } = testFolder()
  try {
    writeFileSync(path.join(folder, 'a.test.mjs'), hanging)
    writeFileSync(path.join(folder, 'b.test.mjs'), `${begin} it('two', () => {})`)
    const { PATH = '' } = process.env
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', path.join(root, 'test/harness/end-when-hanging.ts'), '--test', 'a.test.mjs', 'b.test.mjs'],
      { cwd: folder, env: { PATH, TEST_FILE_MINUTES: '0.03' }, timeout: 60_000 },
    )
    const text = `${String(stdout)}${String(stderr)}`
    assert.equal(status, 1, text)
    assert.match(text, /HANGS: a\.test\.mjs is ended after 0\.03 minutes/)
    assert.match(text, /pass 1\n/)
  } finally {
    remove()
  }
})

test('a file of a group that hangs is named, and the next one runs', () => {
  const { status, text } = run(
    {
      'a.test.mjs': `${begin} it('waits', () => new Promise(() => {}))`,
      'b.test.mjs': `${begin} it('two', () => {})`,
    },
    { TEST_FILE_MINUTES: '0.05' },
  )
  assert.equal(status, 1, text)
  assert.match(text, /a\.test\.mjs[\s\S]*timed out/)
  assert.match(text, /pass 1\n/)
})

test('files of a group have suites and hooks of their own, and what is slow to load loses none', () => {
  const { status, text } = run({
    'a.test.mjs': `${begin}
      await new Promise((resolve) => setTimeout(resolve, 50))
      describe('slow', () => { after(() => console.log('after a')); it('one', async (t) => { await t.test('inner', () => {}) }) })`,
    'b.test.mjs': `${begin} it('two', () => {})`,
  })
  assert.equal(status, 0, text)
  assert.match(text, /tests 3\n/)
  assert.match(text, /after a/)
  assert.match(text, /suites 3\n/)
  // Tests are nested in the suites of their files.
  assert.match(text, /^ {2}\S two/m)
})

test('each file of a group, and a file alone, tells the processor that it used, with its children', () => {
  const { folder, remove } = testFolder()
  try {
    const used = path.join(folder, 'used')
    const busy = 'const end = process.cpuUsage().user + 600_000; while (process.cpuUsage().user < end);'
    const child = `${begin} import { spawnSync } from 'node:child_process'
      it('starts one', () => { spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}]) })`
    const group = { 'a.test.mjs': `${begin} it('one', () => { ${busy} })`, 'b.test.mjs': child }
    const { status, text } = run(
      { ...group, 'c.test.mjs': `${begin} it('three', () => {})` },
      { RUN_PROCESSOR: used },
    )
    assert.equal(status, 0, text)
    const found = [...readUsedSeconds(used)].map(([file, seconds]) => [path.basename(file), seconds >= 0.6])
    // Only Linux tells what children used.
    const tellsChildren = process.platform === 'linux'
    const expected = [
      ['a.test.mjs', true],
      ['b.test.mjs', tellsChildren],
      ['c.test.mjs', false],
    ]
    assert.deepEqual(found, expected)

    writeFileSync(path.join(folder, 'd.test.ts'), `${begin} it('four', () => { ${busy} })`)
    const counter = path.join(root, 'test/harness/count-processor.ts')
    const env = { ...passedOn(), RUN_PROCESSOR: used }
    spawnSync(process.execPath, ['--import', counter, '--test', 'd.test.ts'], { cwd: folder, env })
    assert.ok((readUsedSeconds(used).get('d.test.ts') ?? 0) >= 0.6)
  } finally {
    remove()
  }
})

test('an error that nobody caught fails the group and says where it came from', () => {
  const late = (how: string) => `${begin}
    it('waits', async () => {
      function guilty() { ${how} }
      setTimeout(guilty)
      await new Promise((resolve) => setTimeout(resolve, 100))
    })`
  for (const how of [`throw new Error('too late')`, `Promise.reject(new Error('too late'))`]) {
    const { status, text } = run({ 'a.test.mjs': late(how), 'b.test.mjs': `${begin} it('two', () => {})` })
    assert.equal(status, 1, text)
    assert.match(text, /too late\n.*at (Timeout\.)?guilty /, text)
  }
})
