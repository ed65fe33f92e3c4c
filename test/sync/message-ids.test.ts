/** Messages that earlier versions stored under another id, or with the markup of a mail, are neither stored nor told once more. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { MessageRecord } from '../../src/contract/records.ts'
import { fakeVendor, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

let vendor: FakeVendor
let world: World

beforeEach(async () => {
  vendor = fakeVendor()
  vendor.listings.set('A', listing('A'))
  world = await startFakeWorld(vendor.connector)
  await world.connect()
  await world.startWorker()
  await world.settle()
  vendor.stays.set('r1', stay('r1'))
  await world.pass(61)
})
afterEach(() => world.close())

let minute = 0

async function read(...messages: MessageRecord[]): Promise<void> {
  minute += 1
  vendor.messages.clear()
  for (const message of messages) vendor.messages.set(message.externalId, message)
  vendor.conversations.set('c1', {
    externalId: 'c1',
    platform: 'airbnb',
    listingExternalId: 'A',
    reservationExternalId: 'r1',
    lastMessageAt: `2026-06-15T13:${String(minute).padStart(2, '0')}:00Z`,
  })
  await world.pass(61)
}

const message = (externalId: string, more: Partial<MessageRecord> = {}): MessageRecord => ({
  externalId,
  conversationExternalId: 'c1',
  direction: 'inbound',
  body: '',
  sentAt: '2026-06-15T12:01:00Z',
  ...more,
})

async function stored(): Promise<{ id: string; external_id: string }[]> {
  const { rows } = await sql<{ id: string; external_id: string }>`
    select id, external_id from messages where workspace_id = ${world.app.workspace.id} order by id`.execute(
    world.app.db,
  )
  return rows
}

async function told(): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where workspace_id = ${world.app.workspace.id} and type like '%.message.%'
    order by sequence`.execute(world.app.db)
  return rows.map(({ type }) => type)
}

test('a message takes over what is stored under its former id', async () => {
  await read(message('message-aa'))
  const [before] = await stored()
  await read(message('901', { formerIds: ['77-aa', 'message-aa'] }))
  assert.deepEqual(await stored(), [{ id: before?.id, external_id: '901' }])
  assert.deepEqual(await told(), ['reservation.message.received'])
  await read(message('901', { formerIds: ['78-aa', 'message-aa'], isAutomated: true }))
  assert.equal((await stored()).length, 1)
  assert.deepEqual(await told(), ['reservation.message.received'])
})

test('of two messages with one former id the second was never stored: it is told now', async () => {
  await read(message('message-aa'))
  await read(message('901', { formerIds: ['message-aa'] }), message('902', { formerIds: ['message-aa'] }))
  assert.deepEqual(
    (await stored()).map(({ external_id }) => external_id),
    ['901', '902'],
  )
  assert.deepEqual(await told(), ['reservation.message.received', 'reservation.message.received'])
})

test('a mail that is read without its markup from now on was not edited', async () => {
  await read(message('m1', { body: '<p>Bonjour,</p><p>Merci &amp; à bientôt</p>' }))
  await read(message('m1', { body: 'Bonjour,\nMerci & à bientôt' }))
  assert.deepEqual(await told(), ['reservation.message.received'])
  await read(message('m1', { body: 'Bonsoir' }))
  assert.deepEqual(await told(), ['reservation.message.received', 'reservation.message.updated'])
})
