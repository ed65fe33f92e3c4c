import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { ConversationRecord } from '../../contract/records.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { present } from '../../connector-kit/testing/walk.ts'
import { hospitable } from './index.ts'
import type { Credentials } from './manifest.ts'
import { messages } from './messages.ts'

describe('Hospitable messages', { concurrency: false }, () => {
  let bench: Bench<typeof Credentials>
  let threads: ConversationRecord[]
  before(async () => {
    bench = await openBench(hospitable, startSimulator, { listings: 120, reservations: 200 })
    threads = (await bench.walk().conversations()).records
  })
  after(() => bench.close())

  const read = async (thread: ConversationRecord, listingExternalId?: string | null) => {
    await bench.control.clearCalls()
    const walk = { conversationExternalId: thread.externalId, cursor: null }
    const { records } = await messages.page(
      bench.context(),
      listingExternalId === undefined ? walk : { ...walk, listingExternalId },
    )
    const calls = (await bench.control.calls()).filter(({ path }) => path !== '/v2/properties')
    return { ids: records.map(({ externalId }) => externalId).toSorted(), calls: calls.length }
  }
  const isInquiry = ({ reservationExternalId, externalId }: ConversationRecord) =>
    reservationExternalId === externalId

  it('of a conversation whose listing is known take two calls, however many properties there are', async () => {
    for (const thread of [threads.find(isInquiry), threads.findLast((one) => !isInquiry(one))].map(present)) {
      const slowly = await read(thread)
      const { ids, calls } = await read(thread, present(thread.listingExternalId))
      assert.deepEqual(ids, slowly.ids)
      assert.ok(ids.length > 0)
      assert.equal(calls, 2)
    }
  })

  it('are found where the conversation is about another listing by now', async () => {
    const thread = present(threads.findLast((one) => !isInquiry(one)))
    const elsewhere = present(
      threads.find(({ listingExternalId }) => listingExternalId !== thread.listingExternalId),
    )
    const { ids } = await read(thread, elsewhere.listingExternalId ?? null)
    assert.deepEqual(ids, (await read(thread)).ids)
  })
})
