import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { ListingRecord } from '../../contract/records.ts'
import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { freeNights } from '../../connector-kit/testing/free-nights.ts'
import { present } from '../../connector-kit/testing/walk.ts'
import { signals } from './envelope.ts'
import { signatureOf } from './inbound.ts'
import { bookingsync } from './index.ts'
import type { Credentials } from './manifest.ts'

const { operations } = bookingsync

describe('BookingSync answers', () => {
  it('carry counts and times from headers, and mistakes by field', () => {
    const headers = { 'x-total-count': '7', 'x-updated-since-request-synced-at': '2026-05-11 09:30:00 UTC' }
    const content = signals.contentOf?.({
      status: 200,
      headers,
      text: '',
      json: { bookings: [], meta: { a: 1 } },
    })
    const meta = {
      a: 1,
      'X-Total-Count': '7',
      'X-Updated-Since-Request-Synced-At': '2026-05-11 09:30:00 UTC',
    }
    assert.deepEqual(content, { bookings: [], meta })
    const words = signals.messageOf?.({ errors: { country_code: ['is required'], base: ['no', 'never'] } })
    assert.equal(words, 'country_code is required; base no, never')
  })

  it('are signed over Base64 in lines of sixty letters, the last one ended too', () => {
    // Computed apart from this code: one line of sixty letters, and one more of four.
    assert.equal(
      signatureOf(Buffer.from('a'.repeat(45)), 'secret'),
      '77186410e82337097263ee2e20e8d9e66ad97bd9',
    )
    assert.equal(
      signatureOf(Buffer.from('a'.repeat(46)), 'secret'),
      'c6a88a48198fe6c47dad9156e0b7ae0c77b00432',
    )
  })
})

describe('BookingSync habits of writing', { concurrency: false }, () => {
  let bench: Bench<typeof Credentials>
  let listing: ListingRecord
  let internal: ListingRecord
  before(async () => {
    bench = await openBench(bookingsync, startSimulator, { listings: 6, reservations: 40 })
    const { records } = await bench.walk().listings()
    listing = present(records[0])
    internal = present(records[3])
  })
  after(() => bench.close())

  const change = (fields: Partial<CalendarChange>): CalendarChange => ({
    ...{ listingExternalId: listing.externalId, unitCount: 1, from: '', to: '', currency: null },
    ...fields,
  })
  const write = (changes: CalendarChange[]) =>
    present(operations.calendarWrites).write(bench.context('calendar'), changes)
  const openOf = async (from: string, to: string) => {
    const days = await present(operations.calendar).range(bench.context(), { listing, from, to })
    return days.map(({ available }) => available)
  }

  it('opens nights at either end of a closed period and not in its middle', async () => {
    const { checkIn: from } = await freeNights(bench.context(), operations, listing, 5)
    const to = addDays(from, 4)
    const closed = change({ from, to, available: false })
    assert.deepEqual(await write([closed]), { refused: [] })
    // A second try finds the nights taken and closes nothing twice.
    await write([closed])
    const middle = addDays(from, 2)
    const { refused } = await write([change({ from: middle, to: middle, available: true })])
    assert.match(refused[0]?.message ?? '', /reaches further/)
    await write([change({ from, to: from, available: true }), change({ from: to, to, available: true })])
    assert.deepEqual(await openOf(from, to), [true, false, false, false, true])
    await write([change({ from, to, available: true })])
    assert.deepEqual(await openOf(from, to), [true, true, true, true, true])
  })

  it('leaves rates alone that BookingSync manages itself', async () => {
    const day = addDays(bench.context().now().toISOString().slice(0, 10), 30)
    const priced = change({ listingExternalId: internal.externalId, from: day, to: day, price: '90' })
    const { refused } = await write([priced])
    assert.match(refused[0]?.message ?? '', /managed externally/)
  })

  it('writes into threads that no host has joined yet', async () => {
    // One of three new threads has no host.
    for (let thread = 0; thread < 3; thread += 1) {
      const { id } = await bench.control.book()
      const asked = await bench.control.write({
        reservationId: id,
        body: 'Is there a cot?',
        isIncoming: true,
      })
      const conversationExternalId = String(asked.conversationId)
      const sent = { conversationExternalId, platform: null, body: 'Welcome!', files: [] }
      const { externalId } = await present(operations.messageWrites).send(bench.context('messages'), sent)
      assert.ok(externalId)
    }
    const joined = (await bench.control.calls()).filter(({ path }) => path.endsWith('/participants'))
    assert.ok(joined.length > 0)
  })
})
