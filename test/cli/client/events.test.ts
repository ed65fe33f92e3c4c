/** `events tail` through lost connections, restarts and checkpoints. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { root } from '../../harness/child.ts'
import { until } from '../../harness/until.ts'
import {
  commandLineFor,
  sendJson,
  errorBody,
  key,
  StandInServer,
  type CommandLine,
} from './stand-in-server.ts'

const server = new StandInServer()
let address: string
let line: CommandLine
before(async () => {
  address = await server.listen()
  line = commandLineFor(address)
})
after(async () => {
  server.close()
  await line.stop()
})

/** Event number n happened at minute n of the first hours of 2026. */
const start = Date.parse('2026-01-01T00:00:00Z')
const eventAt = (sequence: number, id = String(sequence)) => ({
  event: 'reservation.created',
  type: 'reservation.created',
  eventId: `event-${sequence}`,
  timestamp: new Date(start + sequence * 60_000).toISOString(),
  sequence,
  account: null,
  data: { object: { id } },
})

let latest = 0
let oldest = 1
function answerLog(url: URL): unknown {
  const after = Number(url.searchParams.get('after') ?? 0)
  const limit = Number(url.searchParams.get('limit') ?? 100)
  const first = Math.max(after + 1, oldest)
  const count = Math.max(0, Math.min(limit, latest - first + 1))
  const data = Array.from({ length: count }, (_, index) => eventAt(first + index))
  const nextAfter = data.at(-1)?.sequence ?? after
  return { data, nextAfter, hasMore: nextAfter < latest, log: { oldest, latest } }
}
beforeEach(() => {
  latest = 500
  oldest = 1
  server.seen.length = 0
  server.answer = ({ url }) => answerLog(url)
})

const sequencesIn = (text: string) => [...text.matchAll(/#(\d+) /g)].map(([, found]) => Number(found))
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('events tail', { concurrency: false }, () => {
  it('begins with now, follows, and ends with Ctrl-C without an error', async () => {
    const child = line.start(['events', 'tail'])
    await until('a look at the log', () => server.seen.length >= 3)
    latest = 502
    await child.line(/#502 /)
    child.process.kill('SIGINT')
    assert.equal(await child.ended, 0, child.err())
    assert.deepEqual(sequencesIn(child.out()), [501, 502])
    assert.equal(child.err(), '')
  })

  it('begins at a time, found in few looks', async () => {
    latest = 100_000
    const since = new Date(start + 99_990 * 60_000).toISOString().replace('.000', '')
    const child = line.start(['events', 'tail', '--once', '--since', since])
    assert.equal(await child.ended, 0, child.err())
    assert.deepEqual(sequencesIn(child.out()), upTo(99_990, 100_000))
    assert.ok(server.seen.length < 25, `${server.seen.length} requests`)
  })

  it('goes on after refusals and lost connections, with every event once', async () => {
    latest = 3
    let failures = 0
    server.answer = ({ url }, response) => {
      if (latest === 3 || failures >= 6) return answerLog(url)
      failures += 1
      if (failures % 2 === 0) response.destroy()
      else sendJson(response, 503, errorBody('service_unavailable'))
      return undefined
    }
    const child = line.start(['events', 'tail', '--since', '0', '--json'])
    await child.line(/"sequence":3\b/)
    latest = 6
    await child.line(/"sequence":6\b/, 60_000)
    child.process.kill('SIGTERM')
    assert.equal(await child.ended, 0, child.err())
    const events = child
      .out()
      .trim()
      .split('\n')
      .map((row) => (JSON.parse(row) as { sequence: number }).sequence)
    assert.deepEqual(events, [1, 2, 3, 4, 5, 6])
    assert.match(child.err(), /Trying again\.\n/)
  })

  it('goes on where the last run with the checkpoint stopped', async () => {
    const args = ['events', 'tail', '--once', '--checkpoint', 'seen.json']
    const first = line.start([...args, '--since', '0'])
    assert.equal(await first.ended, 0, first.err())
    assert.deepEqual(sequencesIn(first.out()), upTo(1, 500))
    latest = 503
    const second = line.start([...args, '--since', '0'])
    assert.equal(await second.ended, 0, second.err())
    assert.deepEqual(sequencesIn(second.out()), [501, 502, 503])
    const file = path.join(line.folder, 'seen.json')
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { server: address, sequence: 503 })
    oldest = 600
    latest = 601
    const third = line.start(args)
    assert.equal(await third.ended, 0)
    assert.deepEqual(sequencesIn(third.out()), [600, 601])
    assert.match(third.err(), /The server keeps events from 600 on; those after 503 are gone\./)
  })

  it('refuses a checkpoint of another server, and a file that is none', async () => {
    const file = path.join(line.folder, 'other.json')
    for (const [text, words] of [
      ['{"server": "https://other.example", "sequence": 3}', /belongs to https:\/\/other\.example/],
      ['[]', /is no checkpoint of events tail/],
    ] as const) {
      writeFileSync(file, text)
      const child = line.start(['events', 'tail', '--checkpoint', 'other.json'])
      assert.equal(await child.ended, 1)
      assert.match(child.err(), words)
      assert.equal(readFileSync(file, 'utf8'), text)
    }
  })

  it('ends without an error when nobody reads on', async () => {
    const command = `'${process.execPath}' '${path.join(root, 'src/cli.ts')}' events tail --since 0 | head -2; echo "codes \${PIPESTATUS[*]}"`
    const env = { PATH: process.env.PATH, HOME: line.folder, LODGEWIRE_URL: address, LODGEWIRE_API_KEY: key }
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command], { cwd: line.folder, env })
    assert.match(stdout, /#1 .*\n.*#2 .*\ncodes 0 0\n$/)
    assert.equal(stderr, '')
  })

  it('does not retry what a retry cannot mend', async () => {
    server.answer = (_request, response) => sendJson(response, 403, errorBody('forbidden'))
    const child = line.start(['events', 'tail'])
    assert.equal(await child.ended, 1)
    assert.equal(server.seen.length, 1)
  })
})
