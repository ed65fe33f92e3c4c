/** Lists of any length, hostile texts, limits and failures, as they come out of the process. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { root } from '../../harness/child.ts'
import {
  commandLineFor,
  errorBody,
  key,
  page,
  sendJson,
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
beforeEach(() => void (server.seen.length = 0))

const stay = (id: number, guestName = 'Ann', padding = '') => ({
  id: String(id),
  listingId: '7',
  checkIn: '2026-07-01',
  checkOut: '2026-07-04',
  status: 'confirmed',
  source: 'airbnb',
  confirmationCode: `C${id}`,
  guestName,
  totalPrice: '410.5',
  currency: 'EUR',
  conflictsWith: [],
  padding,
})

/** Serves so many stays in pages of a hundred. */
function serveStays(count: number, padding = ''): void {
  server.answer = ({ url }) => {
    const start = Number(url.searchParams.get('cursor') ?? 0)
    const size = Number(url.searchParams.get('limit'))
    const next = start + size
    const data = Array.from({ length: Math.min(size, count - start) }, (_, index) =>
      stay(start + index + 1, 'Ann', padding),
    )
    return page(data, next < count ? String(next) : null)
  }
}

describe('lists', { concurrency: false }, () => {
  it('prints 10,000 stays in a heap that does not hold them', async () => {
    // 10,000 stays of 8 kB are 80 MB, and the heap has 40.
    serveStays(10_000, 'x'.repeat(8000))
    const env = { NODE_OPTIONS: '--max-old-space-size=40' }
    const table = line.start(['stays'], env)
    assert.equal(await table.ended, 0, table.err())
    assert.equal(table.out().trim().split('\n').length, 10_001)
    assert.equal(server.seen.length, 100)
  })

  it('prints the same stays as one JSON object', async () => {
    serveStays(1234)
    const child = await line.run(['stays', 'list', '--json'])
    assert.equal(child.code, 0, child.err)
    const { data } = JSON.parse(child.out) as { data: { id: string }[] }
    assert.deepEqual([data.length, data[0]?.id, data.at(-1)?.id], [1234, '1', '1234'])
    serveStays(0)
    const empty = await line.run(['stays', '--json'])
    assert.equal(empty.code, 0)
    assert.deepEqual(JSON.parse(empty.out), { data: [] })
  })

  it('asks for no more than --limit needs', async () => {
    serveStays(1000)
    const child = await line.run(['stays', '--limit', '3'])
    assert.equal(child.code, 0, child.err)
    assert.equal(child.out.trim().split('\n').length, 4)
    assert.equal(server.seen[0]?.url.searchParams.get('limit'), '3')
    assert.equal(server.seen.length, 1)
  })

  it('ends quietly and early when nobody reads on', async () => {
    serveStays(100_000)
    const command = `'${process.execPath}' '${path.join(root, 'src/cli.ts')}' stays | head -1; echo "codes \${PIPESTATUS[*]}"`
    const env = { PATH: process.env.PATH, HOME: line.folder, LODGEWIRE_URL: address, LODGEWIRE_API_KEY: key }
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', command], { cwd: line.folder, env })
    assert.match(stdout, /^ID +CHECK-IN.*\ncodes 0 0\n$/)
    assert.equal(stderr, '')
    assert.ok(server.seen.length < 100, `${server.seen.length} pages were read`)
  })

  it('shows amounts with the decimals of their currency, and drops none', async () => {
    server.answer = () =>
      page([
        { ...stay(1), totalPrice: '410.5', currency: 'EUR' },
        { ...stay(2), totalPrice: '41000', currency: 'JPY' },
        { ...stay(3), totalPrice: '41.1', currency: 'KWD' },
        { ...stay(4), totalPrice: '33.3333', currency: 'EUR' },
      ])
    const child = await line.run(['stays'])
    assert.equal(child.code, 0)
    const totals = child.out
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(/ {2,}/).at(-1))
    assert.deepEqual(totals, ['410.50 EUR', '41000 JPY', '41.100 KWD', '33.3333 EUR'])
  })

  it('keeps control characters of names away from the terminal, in tables and in JSON', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[31mAnn\u001b[0m\u009b2J\r\n\u202Eevil\u0000\u007f'
    server.answer = () => page([stay(1, evil)])
    for (const args of [['stays'], ['stays', '--json']]) {
      const child = await line.run(args)
      assert.equal(child.code, 0, child.err)
      // oxlint-disable-next-line no-control-regex
      assert.doesNotMatch(child.out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    }
    const json = await line.run(['stays', '--json'])
    assert.equal((JSON.parse(json.out) as { data: { guestName: string }[] }).data[0]?.guestName, evil)
    const table = await line.run(['stays'])
    assert.doesNotMatch(table.out, /\u202e/)
    assert.equal(table.out.trim().split('\n').length, 2)
  })

  it('aligns names of wide characters', async () => {
    server.answer = () => page([stay(1, '山田 太郎'), stay(2, 'Ann'), stay(3, '👩‍👩‍👧 Family')])
    const child = await line.run(['stays'])
    assert.equal(child.code, 0)
    const [, first = '', second = ''] = child.out.split('\n')
    // Each of the four ideographs takes two columns.
    assert.equal(second.indexOf('confirmed') - first.indexOf('confirmed'), 4)
  })

  it('selects stays that have a night in the window', async () => {
    server.answer = () => page([])
    const args = [
      'stays',
      '--from',
      '2026-07-01',
      '--to',
      '2026-07-31',
      '--status',
      'pending',
      '--listing',
      '7',
    ]
    const child = await line.run(args)
    assert.equal(child.code, 0)
    assert.equal(child.out, 'There are no such stays.\n')
    const query = Object.fromEntries(server.seen[0]?.url.searchParams ?? [])
    assert.deepEqual(query, {
      limit: '100',
      include_total: 'false',
      check_out_after: '2026-07-02',
      check_in_before: '2026-07-31',
      status: 'pending',
      listing_id: '7',
    })
  })

  it('refuses wrong options before it asks the server', async () => {
    for (const args of [
      ['stays', '--from', '2026-02-30'],
      ['stays', '--from', '2026-07-02', '--to', '2026-07-01'],
      ['stays', '--status', 'canceled'],
      ['stays', '--limit', '0'],
      ['stays', 'show'],
      ['stays', 'list', 'x'],
      ['calendar'],
      ['webhooks', 'test', 'w', 'reservation.creatd'],
      ['events', 'tail', '--since', 'yesterday'],
      ['completion', 'csh'],
    ]) {
      const child = await line.run(args)
      assert.equal(child.code, 2, `${args.join(' ')}: ${child.out}${child.err}`)
      assert.match(child.err, /^Error: .+\nSee: npm run lodgewire -- .+ --help\n$/)
    }
    assert.equal(server.seen.length, 0)
  })
})

describe('failures', { concurrency: false }, () => {
  it('waits as long as the server asks, and says so', async () => {
    let refused = false
    server.answer = (_request, response) => {
      if (refused) return page([stay(1)])
      refused = true
      return sendJson(response, 429, errorBody('rate_limit_exceeded'), { 'retry-after': '1' })
    }
    const child = await line.run(['stays'])
    assert.equal(child.code, 0, child.err)
    assert.equal(child.err, 'The server asks for a pause of 1 s.\n')
    assert.equal(server.seen.length, 2)
  })

  it('prints message, fix and request of an error', async () => {
    server.answer = (_request, response) =>
      sendJson(response, 401, errorBody('unauthorized', 'Invalid API key \u001b[31m.', 'Make another.'))
    const child = await line.run(['stays'])
    assert.equal(child.code, 1)
    assert.match(
      child.err,
      /^Error: Invalid API key \. Make another\. npm run lodgewire -- login stores another key\. \(request request-1\)\n$/,
    )
  })

  it('says that a server is down, without a stack', async () => {
    const stopped = new StandInServer()
    const gone = await stopped.listen()
    stopped.close()
    const child = await line.run(['stays'], { LODGEWIRE_URL: gone })
    assert.equal(child.code, 1)
    const { host } = new URL(gone)
    assert.equal(child.err, `Error: No answer from ${gone}: nothing listens on ${host}.\n`)
  })

  it('asks before a write, and does nothing where nobody can answer', async () => {
    server.answer = () => ({ conversationId: '5', channel: 'airbnb', status: 'sent' })
    const child = await line.run(['messages', 'send', '5', 'Hello'])
    assert.equal(child.code, 2)
    assert.match(
      child.err,
      /^To the guest of conversation 5 by airbnb:\n {2}Hello\nError: Nobody can be asked here\./,
    )
    assert.deepEqual(
      server.seen.map(({ method, url }) => `${method} ${url.search}`),
      ['POST ?dry_run=true'],
    )
  })

  it('names the key of a write whose answer was lost, and sends it with each try', async () => {
    server.answer = ({ url }, response) => {
      if (url.searchParams.has('dry_run')) return { conversationId: '5', channel: null, status: 'sent' }
      response.destroy()
      return undefined
    }
    const child = await line.run(['messages', 'send', '5', 'Hello', '--yes'])
    assert.equal(child.code, 1)
    const keys = server.seen.slice(1).map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 4)
    assert.equal(new Set(keys).size, 1)
    assert.ok(child.err.includes(`repeat it with --idempotency-key ${String(keys[0])}`), child.err)

    server.seen.length = 0
    server.answer = () => ({ id: '9', conversationId: '5', channel: null, status: 'sent' })
    const again = await line.run([
      'messages',
      'send',
      '5',
      'Hello',
      '--yes',
      '--idempotency-key',
      String(keys[0]),
    ])
    assert.equal(again.code, 0, again.err)
    assert.equal(again.out, 'Sent as message 9.\n')
    assert.equal(server.seen[1]?.headers['idempotency-key'], keys[0])
  })
})
