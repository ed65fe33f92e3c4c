/** Threads and messages of Airbnb in its own words. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { errorOf } from '../bookings/pms-world.ts'
import { startFilePlace, type FilePlace } from '../messages/relay-world.ts'
import { base, dataOf, rowsOf, startAirbnbWorld, type AirbnbWorld } from './airbnb-world.ts'

let world: AirbnbWorld
let threadId: string
before(async () => {
  world = await startAirbnbWorld()
  const all = rowsOf(await world.app.get(`${base}/messaging?limit=100`))
  for (const { id } of all) {
    const { body } = await world.app.get(`${base}/messaging/${String(id)}/messages`)
    if ([...(body['data'] ?? [])].length > 1) threadId = String(id)
  }
  assert.ok(threadId, 'nobody wrote twice')
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const at = (path = '') => `${base}/messaging/${threadId}${path}`
const send = (body: object, key?: string) => world.send('POST', at('/messages'), body, key)
const inThread = async () => {
  const { body } = await world.app.get(`/v1/conversations/${threadId}`)
  return world
    .state('messages')
    .filter((row) => String(row['conversationId']) === String(body['externalThreadId']))
}

test('threads are listed and read, with their host and their guest', async () => {
  const list = await world.app.get(`${base}/messaging?limit=100`)
  const rows = rowsOf(list)
  assert.equal(list.body['pagination']?.['total'], rows.length)
  assert.equal(list.body['dataFreshness']?.['stale'], false)
  assert.equal(rows.length, world.state('conversations').length)
  assert.ok(rows.every((row) => row['accountId'] === world.hostId))
  assert.deepEqual(
    dataOf(await world.app.get(at())),
    rows.find(({ id }) => id === threadId),
  )
  assert.deepEqual(
    rowsOf(await world.app.get(`${base}/messaging?limit=100&account_id=${world.hostId}`)),
    rows,
  )
  const error = errorOf(await world.app.get(`${base}/messaging?account_id=nobody`), 404, 'not_found')
  assert.deepEqual(error['valid_values'], [world.hostId])
})

test('messages come newest first in pages, or all at once from the oldest', async () => {
  const paged = await world.app.get(at('/messages'))
  const rows = rowsOf(paged)
  const all = await world.app.get(at('/messages?all=true'))
  assert.deepEqual(rowsOf(all), rows.toReversed())
  assert.equal('pagination' in all.body, false)
  assert.equal(paged.body['pagination']?.['total'], rows.length)
  assert.deepEqual(
    rows.map((row) => row['externalMessageId']).toSorted(),
    (await inThread()).map((row) => row['id']).toSorted(),
  )
  const host = rows.filter((row) => row['senderType'] === 'host')
  assert.ok(host.every((row) => row['userId'] === world.hostId))
  errorOf(await world.app.get(at('/messages?all=true&cursor=abc')), 422, 'invalid_params')
})

test('a message is sent once under its key', async () => {
  const body = { message: 'The key is in the box.' }
  const before = (await inThread()).length
  const rehearsed = await world.send('POST', at('/messages?dry_run=true'), body)
  assert.deepEqual([rehearsed.status, rehearsed.body['dryRun']], [200, true])
  const first = await send(body, 'message-1')
  assert.equal(first.status, 201, first.text)
  assert.equal((await send(body, 'message-1')).text, first.text)
  const now = await inThread()
  assert.equal(now.length, before + 1)
  assert.ok(now.some((row) => row['id'] === first.body['externalMessageId']))
  const [shown] = rowsOf(await world.app.get(at('/messages')))
  assert.deepEqual([shown?.['message'], shown?.['senderType']], ['The key is in the box.', 'host'])
})

test('nothing of what Airbnb itself tells or is told goes through a PMS, and the host has a name', async () => {
  const { body } = await world.app.get('/v1/connect/airbnb')
  const host = body['host'] as unknown as Record<string, unknown>
  assert.ok(String(host['displayNameLong']).startsWith(String(host['displayName'])), JSON.stringify(host))
  const [row] = rowsOf(await world.app.get(`${base}/messaging?limit=1`))
  const thread = await world.app.get(`/v1/conversations/${String(row?.['id'])}`)
  const { airbnbId, displayName } = thread.body['host'] as unknown as Record<string, unknown>
  assert.deepEqual([airbnbId, displayName], [world.hostId, host['displayNameLong']])
  const sent = await world.send('POST', `/v1/conversations/${String(row?.['id'])}/messages`, {
    message: 'See you soon.',
  })
  assert.deepEqual([sent.status, sent.body['pms']], [200, undefined], sent.text)
})

/** As at Airbnb's own address without AIRBNB_UNVERIFIED_CALLS. */
async function withoutPictures(work: () => Promise<unknown>): Promise<void> {
  const { services } = world.app
  const known = services.connectors
  const { messageWrites } = world.connector.operations
  assert.ok(messageWrites)
  const operations = { ...world.connector.operations, messageWrites: { ...messageWrites, files: null } }
  services.connectors = { ...known, airbnb: { ...world.connector, operations } }
  try {
    await work()
  } finally {
    services.connectors = known
  }
}

describe('pictures', { concurrency: false }, () => {
  let files: FilePlace
  let booked: string
  before(async () => {
    files = await startFilePlace()
    const rows = rowsOf(await world.app.get(`${base}/messaging?limit=100`))
    booked = String(rows.find(({ reservationId }) => reservationId !== null)?.['id'])
  })
  after(() => files.close())

  const sendTo = (path: string, body: object, key?: string) => world.send('POST', path, body, key)
  const said = () => world.state('messages').length
  const pictures = async () => {
    const rows = rowsOf(await world.app.get(`${base}/messaging/${booked}/messages`))
    return rows.map(({ message, attachments }) => [message, (attachments as unknown[]).length])
  }

  test('go as messages of their own, before the words, once under their key', async () => {
    const path = `/v1/conversations/${booked}/messages`
    const body = {
      message: 'The gate and the door.',
      attachments: [{ url: files.url('/a.png') }, { url: files.url('/a.png') }],
    }
    const before = said()
    const known = await pictures()
    const rehearsed = await sendTo(`${path}?dry_run=true`, body)
    assert.equal(rehearsed.status, 200, rehearsed.text)
    assert.equal((rehearsed.body['rules'] as { files: { textApart: boolean } }).files.textApart, true)
    assert.equal(said(), before)
    const sent = await sendTo(path, body, 'pictures-1')
    assert.equal(sent.status, 200, sent.text)
    assert.deepEqual(
      (sent.body['parts'] as { hasText: boolean; attachmentIndexes: number[]; sent: boolean }[]).map(
        ({ hasText, attachmentIndexes, sent: isSent }) => [hasText, attachmentIndexes, isSent],
      ),
      [
        [false, [0], true],
        [false, [1], true],
        [true, [], true],
      ],
    )
    assert.equal(said(), before + 3)
    assert.equal((await sendTo(path, body, 'pictures-1')).text, sent.text)
    assert.equal(said(), before + 3)
    // In any order: they may be of one second with those before.
    const made = [
      ['', 1],
      ['', 1],
      ['The gate and the door.', 0],
    ]
    assert.deepEqual((await pictures()).toSorted(), [...known, ...made].toSorted())
  })

  test('go by the route of Airbnb too, with words or without', async () => {
    const path = `${base}/messaging/${booked}/messages`
    const before = said()
    const alone = await sendTo(path, { mediaUrl: files.url('/a.png'), mediaType: 'image/png' }, 'pictures-2')
    assert.equal(alone.status, 201, alone.text)
    assert.deepEqual([alone.body['message'], said()], [null, before + 1])
    const both = await sendTo(path, { mediaUrl: files.url('/a.png'), message: 'Here.' })
    assert.equal(both.status, 201, both.text)
    assert.deepEqual([both.body['message'], said()], ['Here.', before + 3])
  })

  test('that are not to be had or not to be kept are refused by the route of Airbnb, with nothing sent', async () => {
    const path = `${base}/messaging/${booked}/messages`
    const before = said()
    const refused = (file: string, status: number, code: string) =>
      sendTo(path, { mediaUrl: files.url(file), message: 'Here.' }).then((answer) =>
        errorOf(answer, status, code),
      )
    await refused('/missing', 422, 'attachment_unreachable')
    await refused('/large', 422, 'attachment_too_large')
    await refused('/inside', 422, 'attachment_url_not_allowed')
    await refused('/c.webp', 422, 'attachment_type_not_supported')
    const { objects } = world.app.services
    world.app.services.objects = { ...objects, put: () => Promise.reject(new Error('disk full')) }
    await refused('/a.png', 503, 'attachment_storage_failed').finally(() => {
      world.app.services.objects = objects
    })
    assert.equal(said(), before)
  })

  test('whose answer was lost are found in the thread, and not sent again', async () => {
    const path = `${base}/messaging/${booked}/messages`
    const before = said()
    world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: '/v2/messages', method: 'POST' })
    const send = () => sendTo(path, { mediaUrl: files.url('/a.png') }, 'pictures-3')
    const first = await send()
    const done = first.status === 201 ? first : await send()
    assert.equal(done.status, 201, done.text)
    assert.equal(said(), before + 1)
    // An upload that is lost shows nobody anything, and is made again.
    world.simulator.faults.add({ kind: 'lost_answer', count: 1, path: '/v2/media_uploads', method: 'POST' })
    const again = await sendTo(path, { mediaUrl: files.url('/a.png') }, 'pictures-4')
    assert.equal(again.status, 201, again.text)
    assert.equal(said(), before + 2)
  })

  test('of a kind that does not travel, or before a booking, are refused and nothing is sent', async () => {
    const before = said()
    const path = `/v1/conversations/${booked}/messages`
    const wrong = errorOf(
      await sendTo(path, { attachments: [{ url: files.url('/c.webp') }] }),
      422,
      'attachment_type_not_supported',
    )
    assert.deepEqual(wrong['valid_values'], ['image/jpeg', 'image/png', 'image/gif'])
    const rows = rowsOf(await world.app.get(`${base}/messaging?limit=100`))
    const asking = rows.find(({ reservationId }) => reservationId === null)
    if (asking) {
      const early = `/v1/conversations/${String(asking['id'])}/messages`
      errorOf(await sendTo(early, { attachments: [{ url: files.url('/a.png') }] }), 422, 'message_not_sent')
    }
    assert.equal(said(), before)
  })
})

test('what stands in the way of a message has the code of Airbnb', async () => {
  const path = '/v2/messages'
  world.simulator.faults.add({ kind: '429', count: 40, path })
  const limited = errorOf(await send({ message: 'One.' }), 429, 'airbnb_rate_limited')
  assert.equal(typeof limited['retry_after'], 'number')
  world.simulator.faults.clear()
  world.simulator.faults.add({ kind: 'drop', count: 40 })
  errorOf(await send({ message: 'Two.' }), 502, 'airbnb_error')
  world.simulator.faults.clear()
  const picture = { message: 'Look.', mediaUrl: 'https://files.example.com/a.png', mediaType: 'image/png' }
  await withoutPictures(async () => {
    const refused = errorOf(await send(picture), 422, 'attachments_not_supported')
    assert.match(String(refused['fix']), /AIRBNB_UNVERIFIED_CALLS/)
  })
  assert.equal(
    errorOf(await send({ message: 'x', mediaType: 'image/png' }), 400, 'invalid_body')['field'],
    'mediaType',
  )
  const set = (column: string, value: string) =>
    sql`update connections set ${sql.ref(column)} = ${value} where id = ${world.connectionId}`.execute(
      world.app.db,
    )
  await set('status', 'error')
  errorOf(await send({ message: 'Three.' }), 403, 'connection_reauth_required')
  await set('status', 'inactive')
  errorOf(await send({ message: 'Three.' }), 409, 'no_connection')
  await set('status', 'active')
  // A thread that is not there any more.
  const { rows } = await sql<{ external_id: string }>`
    select external_id from conversations where id = ${threadId}`.execute(world.app.db)
  const setThread = (id: string) =>
    sql`update conversations set external_id = ${id} where id = ${threadId}`.execute(world.app.db)
  await setThread('1')
  errorOf(await send({ message: 'Four.' }), 422, 'airbnb_rejected')
  await setThread(rows[0]?.external_id ?? '')
})

test('no call is known that changes a message, and that is said after everything else', async () => {
  const [message] = rowsOf(await world.app.get(at('/messages')))
  const url = at(`/messages/${String(message?.['id'])}`)
  const orders: [object, number, string, string?][] = [
    [{ action: 'Edit', message: 'x' }, 400, 'invalid_action', 'action'],
    [{ action: 'edit' }, 400, 'invalid_body', 'message'],
    [{ action: 'react', message: 'x' }, 400, 'invalid_body', 'message'],
    [{ action: 'react' }, 400, 'invalid_body', 'reaction'],
    [{ action: 'read', reaction: 'heart' }, 400, 'invalid_body', 'reaction'],
    [{ action: 'edit', message: 'x' }, 422, 'channel_not_supported'],
    [{ action: 'unsend' }, 422, 'channel_not_supported'],
    [{ action: 'read' }, 422, 'channel_not_supported'],
    [{ action: 'react', reaction: 'heart' }, 422, 'channel_not_supported'],
  ]
  for (const method of ['POST', 'PATCH']) {
    for (const [body, status, code, field] of orders)
      assert.equal(errorOf(await world.send(method, url, body), status, code)['field'], field)
    errorOf(await world.send(method, at('/messages/999999'), { action: 'read' }), 404, 'not_found')
  }
})
