/** These habits are Vrbo's alone. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { present } from '../../connector-kit/testing/walk.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { Credentials } from './manifest.ts'
import { signals } from './graphql.ts'
import { vrbo } from './index.ts'

describe('Vrbo', { concurrency: false }, () => {
  let bench: Bench<typeof vrbo.credentials>
  before(async () => {
    bench = await openBench(vrbo, startSimulator, { listings: 6, reservations: 60 })
  })
  after(() => bench.close())

  const guest = () => bench.context('guest')
  const { operations } = vrbo
  const one = async (id: string) => {
    const stay = await present(operations.reservations?.one)(guest(), id)
    assert.ok(stay?.kind === 'reservation')
    return stay
  }
  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(bench.simulator.control + path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    return (await answer.json()) as Record<string, unknown>
  }
  const failing = async (work: Promise<unknown>): Promise<VendorError> => {
    const error: unknown = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof VendorError, String(error))
    return error
  }

  it('understands every status of the schema, the one without its first letter too', async () => {
    const { id } = await bench.control.book()
    const read = async (status: string) => {
      await bench.control.change(String(id), { status, cancelledBy: null })
      const stay = await one(String(id))
      return [stay.status, stay.pendingReason ?? stay.statusDetail ?? null]
    }
    const expected = {
      BOOKED: ['confirmed', null],
      STAY_IN_PROGRESS: ['confirmed', null],
      COMPLETE: ['confirmed', null],
      UNCONFIRMED: ['pending', 'host_approval'],
      RAVELER_CANCEL_PENDING_BOOKING: ['pending', null],
      CANCELLED_BY_HOMEAWAY: ['cancelled', 'cancelled_by_platform'],
      CANCELLED_BY_OWNER: ['cancelled', 'cancelled_by_host'],
      CANCELLED_BY_TRAVELER: ['cancelled', 'cancelled_by_guest'],
      DECLINED_BY_TRAVELER_PAY_FAILURE: ['cancelled', 'request_voided'],
    }
    for (const [status, meaning] of Object.entries(expected)) assert.deepEqual(await read(status), meaning)
  })

  it('tells who called a booking off, by the word for its state or beside it', async () => {
    const { id } = await bench.control.book()
    const callerOff = async (status: string, cancelledBy: string | null = null) => {
      await bench.control.change(String(id), { status, cancelledBy })
      return (await one(String(id))).cancelledBy
    }
    assert.equal(await callerOff('CANCELLED_BY_TRAVELER'), 'guest')
    assert.equal(await callerOff('CANCELLED_BY_OWNER'), 'host')
    assert.equal(await callerOff('CANCELLED_BY_HOMEAWAY'), 'platform')
    assert.equal(await callerOff('CANCELLED', 'TRAVELER'), 'guest')
    assert.equal(await callerOff('CANCELLED', 'SUPPLIER'), 'host')
  })

  it('tells a price to the cent, and the same of its parts', async () => {
    const money = { rent: 1234.56, cleaningFee: 80.4, serviceFee: 111.11, tax: 86.42, commission: 61.73 }
    const { id, currency } = await bench.control.book(money)
    const { totalPrice, financials, ...stay } = await one(String(id))
    assert.deepEqual([totalPrice, stay.currency], ['1512.49', currency])
    assert.equal(financials?.guest?.totalPrice, totalPrice)
    assert.equal(financials?.host?.accommodation, '1234.56')
    assert.deepEqual(
      financials?.host?.guestFees?.map(({ amount }) => amount),
      ['80.4'],
    )
    assert.deepEqual(
      financials?.host?.hostFees?.map(({ amount }) => amount),
      ['61.73'],
    )
  })

  it('moves a booking as it was shown, once, and not after the time for it', async () => {
    const changes = present(operations.bookingChanges)
    const booked = await bench.control.book()
    const externalId = String(booked.id)
    const guests = { adults: 2, children: 2, pets: 1 }
    const preview = await changes.preview(guest(), { externalId, guests })
    const difference = Number(preview.totalAfter) - Number(preview.totalBefore)
    assert.equal(difference.toFixed(2), Number(preview.difference.total).toFixed(2))
    assert.notEqual((await one(externalId)).occupancy?.children, 2)
    const execute = (token: string) =>
      changes.execute(guest(), { externalId, token, description: 'Two children more.' })
    await execute(preview.token)
    assert.deepEqual(
      [(await one(externalId)).occupancy?.children, (await one(externalId)).totalPrice],
      [2, preview.totalAfter],
    )
    assert.equal((await failing(execute(preview.token))).kind, 'rejected')
    const late = await changes.preview(guest(), { externalId, guests: { ...guests, children: 0 } })
    await bench.advance(16 * 60_000)
    assert.equal((await failing(execute(late.token))).kind, 'rejected')
    assert.equal((await one(externalId)).occupancy?.children, 2)
  })

  it('calls a booking off for a reason that there is, once', async () => {
    const { cancel } = present(operations.hostCancellations)
    const externalId = String((await bench.control.book()).id)
    assert.equal((await failing(cancel(guest(), { externalId, reason: 'rain' }))).kind, 'rejected')
    assert.equal((await one(externalId)).status, 'confirmed')
    await cancel(guest(), { externalId, reason: 'extenuating_circumstance' })
    assert.equal((await one(externalId)).statusDetail, 'cancelled_by_host')
    const again = failing(cancel(guest(), { externalId, reason: 'extenuating_circumstance' }))
    assert.equal((await again).kind, 'rejected')
  })

  it('gives money back up to what was paid, in its currency', async () => {
    const { refund } = present(operations.bookingChanges)
    const { id, currency } = await bench.control.book()
    const refundRequest = { externalId: String(id), currency: String(currency), reason: 'No hot water.' }
    await refund(guest(), { ...refundRequest, amount: '12.30' })
    assert.equal((await failing(refund(guest(), { ...refundRequest, amount: '999999' }))).kind, 'rejected')
  })

  it('says of a message whether it passed, also when that came later', async () => {
    const thread = String((await bench.control.write({ body: 'Hello', isIncoming: true })).conversationId)
    const send = (body: string) =>
      present(operations.messageWrites).send(guest(), {
        ...{ conversationExternalId: thread, platform: 'vrbo', body, files: [] },
      })
    const ids = [await send('The key is in the box.'), await send('Please pay me outside.')]
    const states = async () => {
      const { records } = await bench.walk().messages(thread)
      return ids.map((sent) => records.find(({ externalId }) => externalId === sent.externalId)?.moderation)
    }
    assert.deepEqual(await states(), ['in_review', 'in_review'])
    await bench.advance(60_000)
    assert.deepEqual(await states(), ['accepted', 'blocked'])
  })

  it('refuses a file by what it is, and sends the same in another thread of the home', async () => {
    const thread = String((await bench.control.write({ body: 'Hello', isIncoming: true })).conversationId)
    const file = (bytes: string) => ({
      ...{ url: 'https://files.example.com/a', contentType: 'application/pdf', filename: 'a.pdf' },
      bytes: async () => Buffer.from(bytes),
    })
    const send = (bytes: string) =>
      present(operations.messageWrites).send(guest(), {
        ...{ conversationExternalId: thread, platform: 'vrbo', body: 'See here.', files: [file(bytes)] },
      })
    assert.equal((await failing(send('MZ not a document'))).kind, 'rejected')
    const { externalId } = await send('%PDF-1.7 rules')
    const found = (await bench.walk().messages(thread)).records.find((row) => row.externalId === externalId)
    assert.deepEqual(
      found?.attachments?.map(({ contentType }) => contentType),
      ['application/pdf'],
    )
  })

  it('reads a question before a booking as an inquiry, and finds it by a new message', async () => {
    await bench.advance(60_000)
    const since = bench.context().now().toISOString()
    const { id } = await control('POST', '/guests/ask', {})
    const { records } = await bench.walk('bookings').reservations(since)
    const inquiry = records.find(({ externalId }) => externalId === id)
    assert.ok(inquiry?.kind === 'inquiry')
    assert.deepEqual([inquiry.status, inquiry.occupancy?.adults, inquiry.occupancy?.pets], ['open', 2, 1])
    assert.ok(inquiry.checkIn && inquiry.checkOut)
  })

  it('answers no review that Vrbo keeps closed, and shows an answer that was refused as none', async () => {
    const { reply } = present(operations.reviewWrites)
    const { records } = await bench.walk().reviews()
    const other = present(records.find(({ platform }) => platform === null))
    const refused = await failing(reply(guest(), { externalId: other.externalId, body: 'Thanks' }))
    assert.deepEqual([refused.kind, refused.reason], ['rejected', 'not_eligible'])
    const open = present(records.find(({ platform, response }) => platform === 'vrbo' && !response))
    await reply(guest(), { externalId: open.externalId, body: 'Talk to my lawyer.' })
    const currentReview = async () =>
      (await bench.walk().reviews()).records.find(({ externalId }) => externalId === open.externalId)
        ?.response
    assert.equal((await currentReview())?.body, 'Talk to my lawyer.')
    await bench.advance(2 * 3_600_000)
    assert.equal(await currentReview(), null)
    await reply(guest(), { externalId: open.externalId, body: 'Thank you.' })
    await bench.advance(2 * 3_600_000)
    assert.equal((await currentReview())?.body, 'Thank you.')
  })

  it('is let in to no other advertiser, and to none of its homes', async () => {
    const credentials: Credentials = { advertiserId: 'ADV0000000' }
    const client = bench.open({ credentials })
    const refused = await failing(operations.probe(bench.context('guest', client)))
    assert.deepEqual([refused.kind, refused.reason], ['credentials', 'not_designated'])
    const listing = failing(present(operations.listings?.one)(guest(), '71204112'))
    assert.equal((await listing).status, 403)
  })

  it('waits where one kind of call is at its limit, although the answer is a 200', () => {
    const verdict = (errors: object[], data: object | null) =>
      signals.verdictOf?.({ status: 200, headers: {}, text: '{}', json: { data, errors } })
    const limited = (path: string[]) => ({
      message: 'Rate limit exceeded. Try again in 7 seconds.',
      path,
      extensions: { code: 'RATE_LIMIT_EXCEEDED', source: 'Property.reservations' },
    })
    assert.deepEqual(verdict([limited(['property', 'reservations'])], { property: null }), {
      kind: 'rate_limited',
      retryAfterMs: 7000,
    })
    // A change must not be repeated because its result could not be read.
    const after = limited(['cancelVrboReservation', 'reservation'])
    assert.deepEqual(verdict([after], { cancelVrboReservation: { reservation: null } }), {
      kind: 'malformed',
    })
    assert.deepEqual(verdict([after], { cancelVrboReservation: null })?.kind, 'rate_limited')
    assert.deepEqual(verdict([{ message: 'no' }], null), { kind: 'rejected' })
    assert.equal(verdict([], { property: {} }), undefined)
  })
})
