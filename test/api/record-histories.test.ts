/** What changed of listings, guests and conversations, when, and by what. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { freshSpace } from './rows.ts'
import { sessionsView } from '../harness/sessions.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

type Fields = Record<string, unknown>
interface Line {
  id: string
  change: string
  at: string
  before: Fields | null
  after: Fields
  cause: Fields
}
const linesOf = (answer: TestAnswer) => {
  assert.equal(answer.status, 200, answer.text)
  return answer.body['data'] as unknown as Line[]
}

async function space() {
  const own = await freshSpace(app)
  const send = async (method: string, url: string, body: unknown, id: string) => {
    const answer = await app.call(method, url, { key: own.liveKey, headers: { 'x-request-id': id }, body })
    assert.ok(answer.status < 300, answer.text)
    return answer
  }
  return { ...own, send }
}

test('a guest who is made and then renamed and called elsewhere has three lines at most, each with its request', async () => {
  const { send, get } = await space()
  const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' }
  const made = await send('POST', '/v1/guests', ada, 'made-1')
  const url = `/v1/guests/${made.body['id']}`
  app.clock.advance(60_000)
  await send('PATCH', url, { lastName: 'Lovelace', phone: '+44 20 7946 0000' }, 'renamed-2')
  app.clock.advance(60_000)
  // Nothing that is told differs.
  await send('PATCH', url, { lastName: 'Lovelace' }, 'same-3')
  const lines = linesOf(await get(`${url}/history`))
  assert.deepEqual(
    lines.map(({ id, change, cause }) => [id, change, cause['requestId'], cause['kind']]),
    [
      ['2', 'updated', 'renamed-2', 'request'],
      ['1', 'created', 'made-1', 'request'],
    ],
  )
  const [renamed, first] = lines
  const mail = { type: 'email', value: 'ada@example.com' }
  assert.deepEqual(renamed?.before, { lastName: 'Byron', contacts: [mail] })
  assert.deepEqual(renamed?.after, {
    lastName: 'Lovelace',
    contacts: [mail, { type: 'phone', value: '+442079460000' }],
  })
  assert.deepEqual(
    [first?.before, first?.after['lastName'], first?.after['contacts']],
    [null, 'Byron', [mail]],
  )
})

test('many rows of one statement are written down with it, those that stay the same are not', async () => {
  const { rows, get, live } = await space()
  const listing = await rows.listing()
  const ids = [1, 2, 3].map(() => rows.conversation({ listing_id: listing, subject: 'Before' }))
  const [first = '', second = ''] = await Promise.all(ids)
  await sql`
    update conversations set subject = case when id = ${second} then subject else 'After' end, unread_count = 4,
           last_message_preview = 'Hello', updated_at = ${app.clock.now()}
    where workspace_id = ${live.workspaceId}`.execute(app.db)
  const [changed, made] = linesOf(await get(`/v1/conversations/${first}/history`))
  assert.deepEqual([changed?.before, changed?.after], [{ subject: 'Before' }, { subject: 'After' }])
  assert.deepEqual([made?.change, made?.after['subject']], ['created', 'Before'])
  assert.equal(linesOf(await get(`/v1/conversations/${second}/history`)).length, 1)
})

test('a change that comes while a history is read is not told with what was there before it', async () => {
  const { rows, get, live } = await space()
  const id = await rows.conversation({ listing_id: await rows.listing(), subject: 'Before' })
  const url = `/v1/conversations/${id}/history`
  let answer: ReturnType<typeof get> | undefined
  await app.db.transaction().execute(async (tx) => {
    await sql`lock table record_history in access exclusive mode`.execute(tx)
    answer = get(url)
    await until('the reader to wait', async () => {
      const { rows: waiting } = await sql`
        select from ${sessionsView()} where wait_event_type = 'Lock' and query like '%"record_history"%'
          and datname = current_database()`.execute(app.db)
      return waiting.length > 0
    })
    await sql`
      update conversations set subject = 'After', updated_at = ${app.clock.now()}
      where workspace_id = ${live.workspaceId} and id = ${id}`.execute(tx)
  })
  const subjects = (lines: Line[]) => lines.map(({ after: then }) => then['subject'])
  assert.ok(answer)
  assert.deepEqual(subjects(linesOf(await answer)), ['Before'])
  assert.deepEqual(subjects(linesOf(await get(url))), ['After', 'Before'])
})

test('a listing tells what its content was', async () => {
  const { send, get } = await space()
  const body = { name: 'Sea view', city: 'Split', currency: 'EUR' }
  const answer = await send('POST', '/v1/listings', body, 'made-1')
  const url = `/v1/listings/${answer.body['id'] ?? (answer.body['listing'] as unknown as Fields)?.['id']}`
  app.clock.advance(60_000)
  await send('PUT', `${url}/content`, { summary: 'By the harbour' }, 'named-2')
  const lines = linesOf(await get(`${url}/history`))
  const [named, made] = lines
  assert.deepEqual(
    lines.map(({ change, cause }) => [change, cause['requestId']]),
    [
      ['updated', 'named-2'],
      ['created', 'made-1'],
    ],
  )
  assert.deepEqual(Object.keys(named?.before ?? {}), Object.keys(named?.after ?? {}))
  assert.equal(made?.after['city'], 'Split')
})

test('listings of a seeded sandbox tell that they were made, and do so once when it is seeded again', async () => {
  const own = await freshSpace(app)
  const asSandbox = { key: own.sandboxKey }
  for (const _ of [1, 2]) {
    const { body, text } = await app.post('/v1/sandbox/seed', {}, asSandbox)
    const seeded = body['listings'] as unknown as { id: string }[]
    assert.ok(seeded.length > 1, text)
    for (const { id } of seeded) {
      const lines = linesOf(await app.get(`/v1/listings/${id}/history`, asSandbox))
      assert.deepEqual(
        lines.map(({ id: revision, change, before: was, cause }) => [revision, change, was, cause['kind']]),
        [['1', 'created', null, 'sandbox']],
      )
      const shown = await app.get(`/v1/listings/${id}`, asSandbox)
      assert.equal(lines[0]?.after['name'], shown.body['name'])
    }
    app.clock.advance(60_000)
  }
})
