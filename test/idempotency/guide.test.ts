/** The code of docs/guides/idempotency.md, run as it stands there. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'

const guide = readFileSync(new URL('../../docs/guides/idempotency.md', import.meta.url), 'utf8')
const code = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? assert.fail('the guide has no code')

type Write = (url: string, body: unknown, key?: string) => Promise<Response>

/** The function of the guide, with answers as given and without its pauses. */
function client(answers: (Response | Error)[]) {
  const sent: { key: string | undefined; body: string }[] = []
  const waits: number[] = []
  const fetch = async (_url: string, init: { headers: Record<string, string>; body: string }) => {
    sent.push({ key: init.headers['idempotency-key'], body: init.body })
    const answer = answers.shift() ?? new Error('no more answers')
    if (answer instanceof Error) throw answer
    return answer
  }
  const setTimeout = (done: () => void, ms: number) => {
    waits.push(ms)
    done()
  }
  const make = new Function('fetch', 'setTimeout', 'apiKey', `${code}\nreturn write`)
  return { write: make(fetch, setTimeout, 'sk_live_x') as Write, sent, waits }
}

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const error = (status: number, name: string, headers?: Record<string, string>) =>
  json(status, { error: { code: name } }, headers)

it('repeats with the same key until there is an answer', async () => {
  const { write, sent, waits } = client([
    new Error('connection reset'),
    error(500, 'internal_error'),
    error(409, 'idempotency_key_in_use', { 'retry-after': '7' }),
    error(429, 'rate_limit_exceeded', { 'retry-after': '3' }),
    json(201, { id: '5' }),
  ])
  const response = await write('http://lodgewire.test/v1/reservations', { listingId: 7 })
  assert.deepEqual(await response.json(), { id: '5' })
  assert.equal(sent.length, 5)
  assert.equal(new Set(sent.map(({ key }) => key)).size, 1)
  assert.ok(sent[0]?.key)
  assert.deepEqual(
    waits.map((ms) => Math.floor(ms / 1000)),
    [1, 2, 7, 3],
  )
})

it('does not repeat what is final, and gives up in the end', async () => {
  for (const final of [error(409, 'pms_duplicate'), error(422, 'pms_rejected'), json(200, {})]) {
    const { write, sent } = client([final])
    assert.equal(await write('x', {}), final)
    assert.equal(sent.length, 1)
  }
  const stored = error(502, 'reservation_created_in_pms_only', { 'idempotency-status': 'cached' })
  const faulty = client([error(502, 'reservation_created_in_pms_only'), stored])
  assert.equal(await faulty.write('x', {}), stored)
  const { write, sent } = client(Array.from({ length: 9 }, () => error(502, 'pms_error')))
  await assert.rejects(write('x', {}, 'my-key'), /my-key/)
  assert.equal(sent.length, 6)
})
