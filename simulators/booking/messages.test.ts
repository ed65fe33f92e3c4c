import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sender, type JsonRow } from '../kit/testing/open-simulator.ts'
import { exchange, openAccount } from './test-account.ts'

type Told = { data: JsonRow & { messages?: JsonRow[] }; errors: { code: number }[] }

async function open(t: TestContext) {
  const account = await openAccount(t, { reservations: 0, listings: 14 })
  const { body } = await account.control('POST', '/reservations', {
    ...{ arrival_date: '2026-05-12', departure_date: '2026-05-14', first_name: 'Ada', last_name: 'Quiet' },
  })
  const says = async (text: string, isIncoming = true) =>
    (await account.control('POST', '/messages', { reservationId: body.id, body: text, isIncoming })).body
  const asked = async (version = '1.2') => {
    const authorization = `Bearer ${String((await exchange(account.simulator)).body.jwt)}`
    return sender(account.simulator.url, { authorization, 'accept-version': version })<Told>
  }
  const send = await asked()
  const latest = async () => (await send('GET', '/messaging/messages/latest')).body.data.messages ?? []
  const first = await says('Hello?')
  const place = `/messaging/properties/${String(body.hotel_id)}/conversations`
  return {
    ...account,
    send,
    asked,
    says,
    latest,
    place,
    at: `${place}/${String(first.conversationId)}`,
    reservation: body,
  }
}

test('messages wait until so many are confirmed, and may come again', async (t) => {
  const { says, latest, send, control } = await open(t)
  await says('And a cot?')
  await says('Of course', false)
  const rows = await latest()
  assert.deepEqual(
    rows.map(({ content }) => content),
    ['Hello?', 'And a cot?', 'Of course'],
  )
  const [one, , own] = rows as {
    sender: { metadata: JsonRow }
    conversation: JsonRow
    message_type: string
  }[]
  assert.deepEqual(one?.sender.metadata, { participant_type: 'guest', name: 'Ada Quiet' })
  assert.equal(own?.sender.metadata.participant_type, 'property')
  assert.deepEqual([one?.message_type, one?.conversation.conversation_type], ['free_text', 'reservation'])
  assert.equal((await send('PUT', '/messaging/messages?number_of_messages=2')).status, 200)
  assert.deepEqual(
    (await latest()).map(({ content }) => content),
    ['Of course'],
  )
  await control('POST', `/messages/${String(rows[0]?.message_id)}/again`)
  assert.deepEqual(
    (await latest()).map(({ content }) => content),
    ['Of course', 'Hello?'],
  )
  assert.equal((await send('PUT', '/messaging/messages')).status, 400)
})

test('a conversation is read by its id, by its reservation and in lists, and written to', async (t) => {
  const { send, place, at, reservation, latest } = await open(t)
  const posted = await send('POST', at, { message: { content: 'See https://evil.example/x now' } })
  assert.deepEqual(
    [posted.status, posted.body.data.ok, typeof posted.body.data.message_id],
    [200, true, 'string'],
  )
  const read = async (path: string) =>
    (await send('GET', path)).body.data.conversation as JsonRow & { messages: JsonRow[] }
  const conversation = await read(at)
  assert.deepEqual(
    [conversation.access, conversation.conversation_reference],
    ['read_write', String(reservation.id)],
  )
  assert.deepEqual(
    conversation.messages.map(({ content }) => content),
    ['Hello?', 'See [link removed] now'],
  )
  assert.deepEqual(
    await read(`${place}/type/reservation?conversation_reference=${String(reservation.id)}`),
    conversation,
  )
  const { conversations } = (await send('GET', place)).body.data as {
    conversations?: { messages: JsonRow[] }[]
  }
  assert.deepEqual(
    conversations?.map(({ messages }) => messages.length),
    [1],
  )
  // The queue does not contain messages of this side.
  assert.equal((await latest()).length, 1)
  assert.equal((await send('GET', `${place}/x`)).status, 404)
  assert.equal((await send('POST', at, { message: { content: '' } })).status, 400)
  assert.equal((await send('POST', at, { content: 'x' })).status, 400)
  assert.equal((await send('PUT', `${at}/tags/no_reply_needed`)).status, 200)
  assert.deepEqual((await read(at)).tags, { no_reply_needed: true })
})

test('pictures of up to a megabyte are put there first and then sent with a text', async (t) => {
  const { send, at } = await open(t)
  const picture = (size: number, more: JsonRow = {}) => {
    const file_content = Buffer.alloc(size, 1).toString('base64')
    const attachment = { file_name: 'a.png', file_type: 'image/png', file_size: size, file_content, ...more }
    return send('POST', `${at}/attachments`, { attachment })
  }
  const put = await picture(2000)
  const { attachment_id } = put.body.data
  assert.equal(
    (await send('POST', at, { message: { content: 'Look', attachment_ids: [attachment_id] } })).status,
    200,
  )
  const { conversation } = (await send('GET', at)).body.data as { conversation?: { messages: JsonRow[] } }
  assert.deepEqual(conversation?.messages.at(-1)?.attachment_ids, [attachment_id])
  assert.equal(
    (await send('POST', at, { message: { content: 'x', attachment_ids: ['nothing'] } })).status,
    400,
  )
  assert.equal((await send('POST', at, { message: { attachment_ids: [attachment_id] } })).status, 400)
  assert.equal((await picture(1024 * 1024 + 1)).status, 400)
  assert.equal((await picture(10, { file_size: 11 })).status, 400)
  assert.equal((await picture(10, { file_type: 'application/pdf' })).status, 400)
})

test('a week after the stay, or two after the guest’s last word, a conversation is read only', async (t) => {
  const { simulator, asked, at } = await open(t)
  simulator.clock.advanceSeconds(13 * 86_400)
  assert.equal((await (await asked())('POST', at, { message: { content: 'still' } })).status, 200)
  simulator.clock.advanceSeconds(2 * 86_400)
  const send = await asked()
  const refused = await send('POST', at, { message: { content: 'late' } })
  assert.deepEqual([refused.status, refused.body.errors[0]?.code], [403, 497])
  assert.equal(((await send('GET', at)).body.data.conversation as JsonRow).access, 'read_only')
})

test('searches take their time', async (t) => {
  const { send, says, simulator } = await open(t)
  await says('Later')
  const { job_id } = (await send('POST', '/messaging/messages/search', { after: '2026-05-01T00:00:00Z' }))
    .body.data
  const path = `/messaging/messages/search/result/${String(job_id)}`
  assert.equal((await send('GET', path)).status, 202)
  simulator.clock.advanceSeconds(3)
  assert.deepEqual(
    (await send('GET', path)).body.data.messages?.map(({ content }) => content),
    ['Hello?', 'Later'],
  )
  assert.equal((await send('GET', `${path}x`)).status, 404)
})

test('the version has to be one that is spoken', async (t) => {
  const { asked } = await open(t)
  assert.equal((await (await asked('1.3'))('GET', '/messaging/messages/latest')).status, 200)
  assert.equal((await (await asked('1.0'))('GET', '/messaging/messages/latest')).status, 400)
})
