import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { root } from './child.ts'
import { testFolder } from './folder.ts'
import { grownFiles } from './processor-seconds.ts'
import { progressLine } from './progress.ts'
import { readRunReport, totalsLine } from './run-report.ts'

/** Runs files with the reporter and returns its output and report. */
function report(files: Record<string, string>, used: [file: string, seconds: number][] = []) {
  const { folder, remove } = testFolder()
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    const reportFile = path.join(folder, 'report.json')
    const processorFile = path.join(folder, 'processor')
    writeFileSync(processorFile, used.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { PATH = '' } = process.env
    const reporter = path.join(root, 'test/harness/run-reporter.ts')
    const options = ['--test', '--test-concurrency=2', `--test-reporter=${reporter}`]
    const { status, stdout } = spawnSync(process.execPath, [...options, ...Object.keys(files)], {
      cwd: folder,
      env: {
        PATH,
        RUN_FILES: JSON.stringify(Object.keys(files)),
        RUN_REPORT: reportFile,
        RUN_PROCESSOR: processorFile,
      },
    })
    return { status, text: String(stdout), found: JSON.parse(readFileSync(reportFile, 'utf8')) as unknown }
  } finally {
    remove()
  }
}

const begin = `import { describe, it } from 'node:test'\n`

describe('a process of tests', () => {
  it('says a failure when it comes, not when the files before it have ended', () => {
    const { status, text, found } = report({
      'a.test.ts': `${begin} it('slow', () => new Promise((resolve) => setTimeout(resolve, 1500)).then(() => { throw new Error('late') }))`,
      'b.test.ts': `${begin} describe('kind', () => { it('bad', () => { throw new Error('early') }); it('good', () => {}); it.skip('left out', () => {}) })`,
    })
    assert.equal(status, 1, text)
    assert.ok(text.indexOf('early') < text.indexOf('late'), text)
    assert.match(text, /^not ok bad \(.*b\.test\.ts:\d+\)$/m)
    assert.equal(text.match(/^not ok/gm)?.length, 2, 'each failure once')
    assert.deepEqual(found, {
      tests: 4,
      failed: 2,
      skipped: 1,
      failedFiles: ['b.test.ts', 'a.test.ts'],
      processorSeconds: {},
    })
  })
})

describe('the processor that files use', () => {
  it('stands in the report, and a file that grew much dearer is named', () => {
    const test = `${begin} it('good', () => {})`
    const { status, text, found } = report({ 'a.test.ts': test, 'b.test.ts': test }, [
      ['a.test.ts', 30],
      ['b.test.ts', 2],
    ])
    assert.equal(status, 0, text)
    assert.match(text, /most of the processor.*\n.*30\.0 s {2}a\.test\.ts\n.*2\.0 s {2}b\.test\.ts/)
    assert.deepEqual(text.match(/DEARER: \S+/g), ['DEARER: a.test.ts'])
    const { processorSeconds } = found as { processorSeconds: unknown }
    assert.deepEqual(processorSeconds, { 'a.test.ts': 30, 'b.test.ts': 2 })
  })

  it('grew when it is five times as much, and by more than noise', () => {
    const used = new Map(Object.entries({ a: 50, b: 49, c: 10.9, d: 11, e: 9 }))
    assert.deepEqual(grownFiles(used, { a: 10, b: 10 }), [
      { file: 'a', seconds: 50, before: 10 },
      { file: 'd', seconds: 11, before: 1 },
    ])
  })
})

describe('how far a run is', () => {
  const run = { files: 60, seconds: 100, elapsedMs: 30_000 }
  it('is told by what the files are known to take', () =>
    assert.equal(
      progressLine({ ...run, finished: { files: 50, seconds: 20, failed: 2 } }),
      '# 50 of 60 files, 2 failed, about 2 min left',
    ))
  it('says no time before anything can be told of it', () =>
    assert.equal(
      progressLine({ ...run, lane: 'busy', finished: { files: 1, seconds: 1, failed: 0 } }),
      '# busy: 1 of 60 files',
    ))
})

describe('the totals of a run', () => {
  const reports = [
    { tests: 10, failed: 1, skipped: 2, failedFiles: ['a.test.ts'], processorSeconds: {} },
    { tests: 5, failed: 0, skipped: 0, failedFiles: [], processorSeconds: {} },
  ]
  it('are one line', () =>
    assert.equal(totalsLine(reports, { passedAlone: false }), 'total: 12 passed, 1 failed, 2 skipped'))
  it('count as passed what passed alone', () =>
    assert.equal(totalsLine(reports, { passedAlone: true }), 'total: 13 passed, 0 failed, 2 skipped'))
  it('count a process that was ended as failed', () =>
    assert.equal(readRunReport('/nowhere/report.json', 1).failed, 1))
})
