/** What README and the quickstart tell to paste, pasted: line by line, from a folder without data, against real processes. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { until } from '../harness/until.ts'

/** Lines of the blocks that are to be pasted; a block that begins with `$` shows what is printed. */
function pastedLines(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  const fenced = [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
  const blocks = fenced.flatMap(([, language = '', block = '']) =>
    ['', 'bash', 'sh'].includes(language) && !block.startsWith('$ ') ? [block] : [],
  )
  return blocks.flatMap((block) => block.split('\n')).filter((line) => line !== '')
}

interface Running {
  line: string
  process: ChildProcess
  text: string
}

const stays = /npm start|-- (?:simulate|listen) /
const isUp = /Lodgewire is ready|"credentials"|Ctrl-C stops/

for (const file of ['README.md', 'docs/guides/quickstart.md']) {
  test(`${file} can be pasted`, async () => {
    const { folder, remove } = testFolder()
    for (const name of readdirSync(root)) {
      if (!['data', '.env', '.git'].includes(name))
        symlinkSync(path.join(root, name), path.join(folder, name))
    }
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      LODGEWIRE_TEST_RUN: process.env.LODGEWIRE_TEST_RUN,
      PORT: '0',
      LOG_LEVEL: 'warn',
    }
    const run = (script: string) =>
      spawn('bash', ['--norc', '-c', script], {
        cwd: folder,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    const running: Running[] = []
    const stop = async (one: Running) => {
      const closed = once(one.process, 'close')
      if (one.process.exitCode === null) {
        process.kill(-(one.process.pid ?? 0), 'SIGINT')
        await closed
      }
    }
    try {
      const exports: string[] = []
      for (const line of pastedLines(file)) {
        if (line.startsWith('export ')) exports.push(line)
        else if (stays.test(line)) {
          // One server uses the data at a time.
          if (line.includes('npm start')) {
            const before = running.findIndex((one) => one.line.includes('npm start'))
            if (before >= 0) await stop(running.splice(before, 1)[0] as Running)
          }
          const script = [...exports, line.replace(/^npm ci && /, '')].join('\n')
          const one: Running = { line, process: run(script), text: '' }
          for (const stream of [one.process.stdout, one.process.stderr]) {
            stream?.on('data', (chunk: Buffer) => (one.text += String(chunk)))
          }
          running.push(one)
          await until(`${line} to be up`, () => {
            assert.equal(one.process.exitCode, null, `${line}\n${one.text}`)
            return isUp.test(one.text)
          })
        } else if (line !== 'npm ci') {
          const child = run([...exports, line].join('\n'))
          let out = ''
          child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)))
          const [code] = (await once(child, 'close')) as [number]
          assert.equal(code, 0, `${line}\n${out}`)
          if (!line.startsWith('curl ')) continue
          const answer = JSON.parse(out) as { error?: object }
          assert.equal(answer.error, undefined, `${line}\n${out}`)
        }
      }
    } finally {
      for (const one of running.toReversed()) await stop(one)
      remove()
    }
  })
}
