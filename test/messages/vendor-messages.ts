/** Messages sent through every PMS whose connector sends them, with faults at every call: never sent twice. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { MessageRecord } from '../../src/contract/records.ts'
import type { VendorPage } from '../../src/connector-kit/connector.ts'
import { placesOf, someFaults, type Fault, type CallPlace } from '../bookings/vendor-faults.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import type { Vendors } from '../harness/vendors.ts'

const faults: Fault[] = [
  ...someFaults,
  { kind: 'lost_answer', count: 1 },
  { kind: 'html', count: 1 },
  { kind: 'malformed', count: 1 },
]
/** What a caller may be told while nothing is known yet. */
const waiting = ['502 message_send_failed', '429 rate_limit_exceeded', '409 idempotency_key_in_use']

/** For those that take messages. */
export function messagesOfVendors(vendors: Vendors): void {
  for (const { manifest, operations } of vendors) {
    if (operations.messageWrites) messagesOf(manifest.id)
  }
}

function messagesOf(vendor: string): void {
  describe(vendor, { concurrency: false }, () => {
    let world: VendorWorld
    let conversation: { id: string; externalId: string }
    let number = 0
    before(async () => {
      world = await startVendorWorld(vendor, { listings: 2 })
      conversation = await writable()
    })
    after(() => world.close())
    beforeEach(() => world.simulator.faults.clear())

    const newMessage = (to = conversation) => {
      number += 1
      const [key, text] = [`message ${number}`, `The key is in box number ${number}.`]
      const url = `/v1/conversations/${to.id}/messages`
      return { text, send: () => world.send('POST', url, { message: text }, key) }
    }

    /** The first that takes messages. */
    async function writable(): Promise<{ id: string; externalId: string }> {
      const rows = await world.app.db
        .selectFrom('conversations')
        .select(['id', 'external_id'])
        .where('workspace_id', '=', world.app.workspace.id)
        .where('reservation_id', 'is not', null)
        .orderBy('id')
        .execute()
      for (const { id, external_id: externalId } of rows) {
        const one = { id, externalId: externalId ?? '' }
        if ((await newMessage(one).send()).status === 200) return one
      }
      return assert.fail('no conversation takes messages')
    }

    async function insist(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
      for (let tries = 0; tries < 4; tries += 1) {
        const answer = await send()
        world.simulator.faults.clear()
        if (answer.status === 200) return answer
        assert.ok(waiting.includes(`${answer.status} ${String(answer.body['error']?.['code'])}`), answer.text)
        await world.pass(61)
      }
      return assert.fail('the message was never sent')
    }

    async function atVendor(text: string): Promise<MessageRecord[]> {
      const found: MessageRecord[] = []
      const { messages } = world.connector.operations
      assert.ok(messages)
      const { externalId: conversationExternalId } = conversation
      let cursor: string | null = null
      do {
        const walk: { conversationExternalId: string; cursor: string | null } = {
          conversationExternalId,
          cursor,
        }
        const page: VendorPage<MessageRecord> = await world.asked((context) => messages.page(context, walk))
        found.push(...page.records.filter(({ body }) => body === text))
        cursor = page.next
      } while (cursor !== null)
      return found
    }

    /** What was sent, with what happened on the way. */
    const sent: { text: string; about: string }[] = []

    /** Once at the vendor, once here, told once. */
    async function assertOnce({ text, about }: { text: string; about: string }): Promise<void> {
      assert.equal((await atVendor(text)).length, 1, `at the vendor: ${about}`)
      const { body } = await world.app.get(`/v1/conversations/${conversation.id}/messages?limit=100`)
      assert.equal(
        [...(body['data'] ?? [])].filter((row) => row['body'] === text).length,
        1,
        `here: ${about}`,
      )
      const told = (await world.events()).filter(({ data }) => data['body'] === text)
      assert.deepEqual(
        told.map(({ type }) => type),
        ['reservation.message.sent'],
        `told: ${about}`,
      )
    }

    it('a message is at the vendor and here, told once, and repeated without being sent again', async () => {
      const { text, send } = newMessage()
      const [first, second] = [await send(), await send()]
      assert.equal(first.status, 200, first.text)
      assert.equal(second.text, first.text)
      sent.push({ text, about: 'without faults' })
    })

    let places: CallPlace[] | undefined
    for (const { kind, count } of faults) {
      it(`is sent once in spite of ${kind}`, async () => {
        places ??= await placesOf(world.simulator, newMessage().send)
        assert.ok(places.length > 0)
        for (const place of places) {
          await world.pass(120)
          const { text, send } = newMessage()
          world.simulator.faults.add({ kind, count, ...place })
          await insist(send)
          sent.push({ text, about: `${kind} at ${place.method} ${place.path}` })
        }
      })
    }

    it('and each is there and here once, also after the readings that follow', async () => {
      assert.ok(sent.length > faults.length)
      await world.pass(120)
      for (const message of sent) await assertOnce(message)
      await world.pass(3600)
      for (const message of sent) await assertOnce(message)
    })
  })
}
