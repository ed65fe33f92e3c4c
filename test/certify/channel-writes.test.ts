/**
 * What certify does at a channel when it is told to: nights, a text, a message, an answer to a request; each also with faults that
 * strike before and after the channel acted. What the report says of each is what stands at the channel afterwards.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RunningSimulator } from '../../simulators/index.ts'
import { openAccount } from '../../src/cli/certify/account.ts'
import type { Result } from '../../src/cli/certify/run.ts'
import { readCredentials } from '../../src/connector-kit/credentials.ts'
import { addDays } from '../../src/connector-kit/dates.ts'
import { afterActing, beforeActing, everyFault, isSilent } from '../../src/connector-kit/testing/faults.ts'
import { certifySimulator, connectorOf, resultOf, startVendor } from './world.ts'

type Row = Record<string, unknown>
interface Channel {
  /** Where each thing is done. */
  at: Record<'night' | 'content' | 'message' | 'answer', { path: string; method: string }>
  /** A request that waits for the host; its id as the connector has it. */
  ask(simulator: RunningSimulator): Promise<string>
  /** A text that can be changed. */
  prepare(simulator: RunningSimulator): Promise<void>
}

async function control<T>(
  simulator: RunningSimulator,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(`${simulator.control}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return (await answer.json()) as T
}

async function accountOf(simulator: RunningSimulator) {
  const connector = connectorOf(simulator.vendor, simulator)
  const read = readCredentials(connector, simulator.credentials)
  assert.ok(read.ok)
  const account = openAccount(connector, read.credentials, {
    now: () => new Date(simulator.clock.nowMs()),
    sleep: async () => {},
    baseUrl: simulator.url,
  })
  return { operations: connector.operations, context: account.context('guest'), close: () => account.close() }
}

/** How things stand at the channel, read by a client of its own. */
async function look(simulator: RunningSimulator, listing: string, thread: string, request: string) {
  const { operations, context, close } = await accountOf(simulator)
  try {
    const { records } = (await operations.messages?.page(context, {
      conversationExternalId: thread,
      cursor: null,
    })) ?? { records: [] }
    const stay = await operations.reservations?.one?.(context, request)
    const text = await operations.channelContent?.descriptions?.read(context, listing)
    const property = text ?? (await operations.propertyContent?.read(context, 'description'))
    return {
      messages: records.filter(({ body }) => body.startsWith('Lodgewire certification')).length,
      // At Booking.com the guest has the last word.
      isWaiting:
        stay?.kind === 'reservation' && stay.status === 'pending' && stay.pendingReason !== 'guest_payment',
      text: property,
    }
  } finally {
    await close()
  }
}

const channels: Record<string, Channel> = {
  airbnb: {
    at: {
      night: { path: '/v2/calendar_operations', method: 'POST' },
      content: { path: '/v2/listing_descriptions/*/*', method: 'PUT' },
      message: { path: '/v2/messages', method: 'POST' },
      answer: { path: '/v2/reservations/*', method: 'PUT' },
    },
    async ask(simulator) {
      return (await control<{ id: string }>(simulator, 'POST', '/reservations', { status_type: 'pending' }))
        .id
    },
    async prepare() {},
  },
  booking: {
    at: {
      night: { path: '/hotels/xml/availability', method: 'POST' },
      content: { path: '/property-api/properties/*/description', method: 'PUT' },
      message: { path: '/messaging/properties/*/conversations/*', method: 'POST' },
      answer: { path: '/rtb/properties/*/requests/*', method: 'POST' },
    },
    async ask(simulator) {
      const { listings } = await control<{ listings: Row[] }>(simulator, 'GET', '/state')
      const hotel = simulator.credentials['hotelId']
      await control(simulator, 'PATCH', `/extranet/hotels/${hotel}`, { booking_model: 'RTB' })
      const room = listings.find((row) => String(row['hotel_id']) === hotel)
      const today = new Date(simulator.clock.nowMs()).toISOString().slice(0, 10)
      for (let days = 20; days < 150; days += 1) {
        const wish = { room_id: room?.['id'], arrival_date: addDays(today, days), adults: 1 }
        const { id } = await control<{ id?: string }>(simulator, 'POST', '/guest/bookings', wish)
        if (id !== undefined) return `rtb-${id}-0`
      }
      throw new Error('no nights are free to ask for')
    },
    async prepare(simulator) {
      const { operations, context, close } = await accountOf(simulator)
      const text = { language_code: 'en-gb', text: 'By the river.' }
      await operations.propertyContent?.write(context, 'description', text)
      await close()
    },
  },
}

const codes = ({ findings }: Result) => findings.map(({ code }) => code)

for (const [vendor, { at, ask, prepare }] of Object.entries(channels))
  describe(`writing at ${vendor}`, { concurrency: false }, () => {
    async function place() {
      const simulator = await startVendor(vendor, { reservations: 12, rateLimit: 'off' })
      const { operations, context, close } = await accountOf(simulator)
      const [listing] = (await operations.listings?.page(context, { cursor: null }))?.records ?? []
      const threads = await operations.conversations?.page(context, { cursor: null, since: null })
      const [thread] = threads?.records ?? []
      await close()
      assert.ok(listing && thread)
      await prepare(simulator)
      return { simulator, listing: listing.externalId, thread: thread.externalId }
    }

    test('everything that was allowed is done, and what can be undone is undone', async () => {
      const { simulator, listing, thread } = await place()
      try {
        for (const answer of ['accept', 'decline'] as const) {
          const request = await ask(simulator)
          const earlier = await look(simulator, listing, thread, request)
          assert.equal(earlier.isWaiting, true)
          const said: string[] = []
          const report = await certifySimulator(vendor, simulator, {
            write: {
              ...{ listing, content: true, message: thread, say: (line) => void said.push(line) },
              answer: { request, with: answer },
            },
          })
          for (const id of ['write.night', 'write.content', 'write.message', 'write.answer']) {
            const result = resultOf(report, id)
            assert.equal(result.state, 'passed', JSON.stringify(result))
          }
          const later = await look(simulator, listing, thread, request)
          assert.deepEqual(
            [later.messages - earlier.messages, later.isWaiting, later.text],
            [1, false, earlier.text],
          )
          assert.ok(said.includes('The text is as it was.'))
          assert.equal(report.wrote, 'nights, a text, a message, and an answer to a request')
          const text = JSON.stringify(report)
          for (const own of [listing, thread, request]) assert.ok(!text.includes(`"${own}"`), own)
        }
      } finally {
        await simulator.close()
      }
    })

    test('nothing of it is done unasked, and what was named has to be there', async () => {
      const { simulator, listing } = await place()
      try {
        const say = () => {}
        const bare = await certifySimulator(vendor, simulator, { write: { listing, say } })
        for (const id of ['write.content', 'write.message', 'write.answer'])
          assert.equal(resultOf(bare, id).why, 'not_asked', id)
        const strange =
          vendor === 'airbnb' ? ['9999999999', 'HMZZZZZZZZ'] : ['not-a-thread', 'rtb-999999999-0']
        const [message = '', request = ''] = strange
        const lost = await certifySimulator(vendor, simulator, {
          write: { listing, say, message, answer: { request, with: 'accept' } },
        })
        assert.deepEqual(codes(resultOf(lost, 'write.message')), ['no_conversation'])
        assert.deepEqual(codes(resultOf(lost, 'write.answer')), ['no_request'])
        assert.equal(
          (await look(simulator, listing, strange[0] ?? '', request).catch(() => null))?.messages ?? 0,
          0,
        )
      } finally {
        await simulator.close()
      }
    })

    test('with faults before and after it acted the report says what is true', async () => {
      const { simulator, listing, thread } = await place()
      try {
        for (const fault of everyFault) {
          const request = await ask(simulator)
          const earlier = await look(simulator, listing, thread, request)
          simulator.faults.clear()
          for (const where of Object.values(at)) simulator.faults.add({ kind: fault, count: 1, ...where })
          const report = await certifySimulator(vendor, simulator, {
            ...(isSilent(fault) ? { timeoutMs: 500 } : {}),
            write: {
              ...{ listing, content: true, message: thread, say: () => {} },
              answer: { request, with: 'accept' },
            },
          })
          assert.deepEqual(simulator.faults.list(), [], `${fault} struck everywhere`)
          const later = await look(simulator, listing, thread, request)
          const result = (name: string) => resultOf(report, `write.${name}`)
          for (const name of ['night', 'content', 'message', 'answer']) {
            const { state } = result(name)
            const found = codes(result(name))
            const about = `${fault}, ${name}: ${state} ${found.join()}`
            assert.ok(!found.includes('not_undone') && !found.includes('written_twice'), about)
            if (afterActing.includes(fault))
              assert.deepEqual([state, found], ['passed', ['answer_lost']], about)
            else if (beforeActing.includes(fault))
              assert.deepEqual([state, found], ['failed', ['write_failed']], about)
            // Waited for, or told.
            else assert.ok(state === 'passed' || found.includes('write_refused'), about)
          }
          assert.deepEqual(later.text, earlier.text, `${fault}: the text is as it was`)
          assert.equal(later.messages - earlier.messages, result('message').state === 'passed' ? 1 : 0, fault)
          assert.equal(later.isWaiting, result('answer').state !== 'passed', fault)
        }
      } finally {
        await simulator.close()
      }
    })
  })
