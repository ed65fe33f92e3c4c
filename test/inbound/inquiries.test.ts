/** A question at Airbnb: its event names the conversation, and where the thread cannot be read it is told without. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../harness/until.ts'
import { day, startInboundWorld, type InboundWorld } from './world.ts'

interface Told {
  type: string
  data: {
    object: { id: string; conversationId: string | null }
    revision: number
    previousAttributes?: { conversationId?: string | null }
  }
}

let world: InboundWorld
before(async () => {
  world = await startInboundWorld()
})
after(() => world?.close())

const inquire = (days: number) =>
  world.control<{ id: string }>('POST', '/guests/inquire', {
    ...{ listingId: world.listings[0]?.external, arrival: day(days), nights: 2, message: 'Is there a cot?' },
  })

async function faults(method: string, fault?: object): Promise<void> {
  const answer = await fetch(`${world.simulator.control}/faults`, {
    method,
    ...(fault && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) }),
  })
  assert.ok(answer.ok, await answer.text())
}

/** What was told of the inquiry, in order. */
async function toldOf(thread: string): Promise<Told[]> {
  return world.sql<Told>(
    `select e.type, e.data::jsonb as data from events e
     where e.type like 'inquiry.%' and e.data::jsonb -> 'object' ->> 'id' = (
       select id::text from inquiries where external_id = $1) order by e.sequence`,
    [thread],
  )
}

/** Reads one list of the account, as if an hour were over. */
async function readList(entity: 'reservations' | 'conversations'): Promise<void> {
  await until('the account to come to rest', async () => {
    const moved = await world.sql(
      `update sync_schedule set wake_at = now(), swept = swept || jsonb_build_object($1::text, now() - interval '2 hours')
       where holder is null and wake_at > now() returning connection_id`,
      [entity],
    )
    return moved.length === 1
  })
}

const conversationOf = async (thread: string) => {
  const [row] = await world.sql<{ id: string }>('select id::text from conversations where external_id = $1', [
    thread,
  ])
  return row?.id
}

test('a question is told with its conversation, and once', async () => {
  const { id: thread } = await inquire(120)
  await until('the event', async () => (await toldOf(thread)).length > 0)
  const messages = () => world.sql('select from messages where body = $1', ['Is there a cot?'])
  await until('the message', async () => (await messages()).length === 1)
  const [created, ...more] = await toldOf(thread)
  const conversation = await conversationOf(thread)
  assert.ok(created && conversation)
  assert.deepEqual(
    [created.type, created.data.object.conversationId, created.data.revision],
    ['inquiry.created', conversation, 1],
  )
  assert.deepEqual(more, [])
  const { body } = await world.call<{ data: { id: string }[] }>(
    'GET',
    `/v1/inquiries?conversation_id=${conversation}`,
  )
  assert.deepEqual(
    body.data.map(({ id }) => id),
    [created.data.object.id],
  )
})

test('a question that the list brings is told with its conversation as well', async () => {
  await world.control('PUT', '/webhook', { url: null })
  const { id: thread } = await inquire(130)
  await readList('reservations')
  await until('the event', async () => (await toldOf(thread)).length > 0)
  const [created] = await toldOf(thread)
  assert.equal(created?.data.object.conversationId, await conversationOf(thread))
  assert.ok(created?.data.object.conversationId)
})

test('a question whose thread cannot be read is told without, and again with it later', async () => {
  await world.control('PUT', '/webhook', { url: null })
  const { id: thread } = await inquire(140)
  await faults('POST', { kind: '500', seconds: 3600, path: `/v2/threads/${thread}` })
  await readList('reservations')
  await until('the event', async () => (await toldOf(thread)).length > 0)
  const [created, ...more] = await toldOf(thread)
  assert.deepEqual([created?.type, created?.data.object.conversationId, more], ['inquiry.created', null, []])
  assert.equal(await conversationOf(thread), undefined)
  await faults('DELETE')
  await readList('conversations')
  await until('the second event', async () => (await toldOf(thread)).length > 1)
  const [, updated] = await toldOf(thread)
  assert.deepEqual(
    [updated?.type, updated?.data.previousAttributes],
    ['inquiry.updated', { conversationId: null }],
  )
  assert.equal(updated?.data.object.conversationId, await conversationOf(thread))
})
