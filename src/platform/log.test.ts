import assert from 'node:assert/strict'
import test from 'node:test'
import { createLog } from './log.ts'

function capture(options: { pretty?: boolean } = {}) {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  return { lines, log: createLog({ level: 'info', destination, color: false, ...options }) }
}

test('secrets are hidden by field name at any depth, in bindings and in texts', () => {
  const { lines, log } = capture()
  log.child({ token: 'hunter2' }).info(
    {
      headers: { Authorization: 'hunter2', 'x-api-key': 'hunter2', cookie: 'hunter2', accept: 'kept' },
      list: [{ credentials: { accountId: 'hunter2' } }, { apiKey: 'hunter2', client_secret: 'hunter2' }],
      bytes: Buffer.from('hunter2'),
      nothing: { password: null },
    },
    'key sk_live_hunter2 and Bearer hunter2hunter2 to postgres://me:hunter2@host/db',
  )
  const [line = ''] = lines
  assert.ok(!line.includes('hunter2'), line)
  assert.ok(!line.includes(Buffer.from('hunter2').toString('base64')), line)
  assert.ok(line.includes('kept'))
  assert.equal(JSON.parse(line).nothing.password, null)
})

test('an error keeps its message, code, stack and cause, and none of its other fields', () => {
  const { lines, log } = capture()
  const error = Object.assign(new Error('outer', { cause: new Error('inner sk_test_hunter2') }), {
    code: '23505',
    detail: 'Key (email)=(guest@example.com) exists',
  })
  log.error(error)
  log.error({ err: error }, 'said')
  for (const line of lines) {
    const { err } = JSON.parse(line)
    assert.equal(err.message, 'outer')
    assert.equal(err.code, '23505')
    assert.match(err.stack, /log\.test\.ts/)
    assert.match(err.cause.message, /inner sk_test_\[hidden\]/)
    assert.ok(!line.includes('guest@example.com'))
  }
  assert.equal(JSON.parse(lines[1] ?? '').msg, 'said')
})

test('values that stand in the words of an error are left out', () => {
  const { lines, log } = capture()
  const parsing = (text: string) => {
    try {
      return JSON.parse(text) as never
    } catch (error) {
      return error as Error
    }
  }
  const unreadable = Object.assign(new Error('invalid input syntax for type bigint: "Ann\nQuill"'), {
    code: '22P02',
  })
  for (const error of [
    unreadable,
    parsing('Ann Quill'),
    parsing(`{"name": "Ann Quill", "phone": +44 20}`),
    new Error('outer', { cause: parsing('{"name": Ann Quill}') }),
  ])
    log.error({ err: error }, 'said')
  assert.equal(lines.length, 4)
  for (const line of lines) assert.ok(!/Ann|Quill|\+44/.test(line), line)
  assert.match(lines[0] ?? '', /invalid input syntax for type bigint/)
})

test('circular values do not hang the log', () => {
  const { lines, log } = capture()
  const loop: { self?: object } = {}
  loop.self = loop
  log.info({ loop }, 'still here')
  assert.match(lines[0] ?? '', /still here/)
})

test('a terminal gets one readable line with its fields', () => {
  const { lines, log } = capture({ pretty: true })
  log.info({ listings: 40, vendor: 'acme' }, 'import completed')
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d\.\d{3} info {2}import completed listings=40 vendor=acme\n$/)
})

test('less important lines than the level are not written', () => {
  const { lines, log } = capture()
  log.debug('quiet')
  assert.deepEqual(lines, [])
})
