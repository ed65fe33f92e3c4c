import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import type { CalendarDayRecord, ListingRecord } from '../../contract/records.ts'
import type { Connector } from '../connector.ts'
import { addDays } from '../dates.ts'
import { VendorError } from '../vendor-error.ts'
import type { CalendarChange } from '../calendar-write-operations.ts'
import type { ListingDraft } from '../listing-write-operations.ts'
import { openBench, type Bench } from './bench.ts'
import type { VendorFacts, WriteFacts } from './certify.ts'
import { freeNights } from './free-nights.ts'
import { present } from './walk.ts'

/** Every other write reads back as written, and a refusal is reported. */
export function otherWriteSuite<C extends TSchema>(
  connector: Connector<C>,
  facts: VendorFacts,
  writes: WriteFacts,
): void {
  const { operations } = connector
  const { calendarWrites, messageWrites, reviewWrites, listingWrites } = operations
  describe('other writes', { concurrency: false }, () => {
    let bench: Bench<C>
    let listings: ListingRecord[] = []
    before(async () => {
      bench = await openBench(connector, facts.start, { listings: 6, reservations: 40 })
      listings = (await bench.walk().listings()).records
    })
    after(() => bench.close())
    beforeEach(async () => {
      await bench.control.clearFaults()
      await bench.advance(120_000)
    })

    const range = (listing: ListingRecord, from: string, to: string): Promise<CalendarDayRecord[]> =>
      present(operations.calendar).range(bench.context(), { listing, from, to })
    const changeOf = (listing: ListingRecord, fields: Partial<CalendarChange>): CalendarChange => ({
      listingExternalId: listing.externalId,
      unitCount: listing.unitCount,
      from: '',
      to: '',
      currency: listing.currency ?? null,
      ...fields,
    })

    it('writes prices, rules and availability that read back', async () => {
      if (calendarWrites === undefined) return
      const { fields, write } = calendarWrites
      for (const listing of [present(listings[0]), present(listings.at(-1))]) {
        const stay = await freeNights(bench.context(), operations, listing, 6)
        const [from, to] = [stay.checkIn, addDays(stay.checkIn, 2)]
        const nightChange = changeOf(listing, {
          from,
          to,
          ...(fields.price ? { price: '231.00' } : {}),
          ...(fields.minNights ? { minNights: 3 } : {}),
        })
        if (fields.price || fields.minNights) {
          assert.deepEqual(await write(bench.context('calendar'), [nightChange]), { refused: [] })
          for (const day of await range(listing, from, to)) {
            if (fields.price) assert.equal(Number(day.price), 231)
            if (fields.minNights) assert.equal(day.minNights, 3)
            assert.equal(day.available, true)
          }
          const [after] = await range(listing, addDays(to, 1), addDays(to, 1))
          if (fields.price) assert.notEqual(Number(after?.price), 231)
        }
        if (!fields.available) continue
        for (const available of [false, true]) {
          const change = changeOf(listing, { from, to, available })
          assert.deepEqual(await write(bench.context('calendar'), [change]), { refused: [] })
          const days = await range(listing, from, to)
          assert.deepEqual(
            days.map((day) => day.available),
            days.map(() => available),
          )
          if (fields.price) assert.equal(Number(days[0]?.price), 231)
        }
      }
    })

    it('writes several changes in one batch', async () => {
      if (calendarWrites === undefined || calendarWrites.batch.changes < 2) return
      const { fields, batch, write } = calendarWrites
      const chosen = batch.listings === 'many' ? listings.slice(0, 2) : listings.slice(0, 1)
      const changes: CalendarChange[] = []
      for (const listing of chosen) {
        const stay = await freeNights(bench.context(), operations, listing, 6)
        const other = addDays(stay.checkIn, 2)
        const setting = (price: string, minNights: number) =>
          fields.price ? { price } : fields.minNights ? { minNights } : { available: false }
        changes.push(changeOf(listing, { from: stay.checkIn, to: stay.checkIn, ...setting('301.00', 4) }))
        changes.push(changeOf(listing, { from: other, to: other, ...setting('302.00', 5) }))
      }
      const batched = changes.slice(0, batch.changes)
      assert.deepEqual(await write(bench.context('calendar'), batched), { refused: [] })
      for (const change of batched) {
        const listing = present(chosen.find(({ externalId }) => externalId === change.listingExternalId))
        const [day] = await range(listing, change.from, change.to)
        if (change.price !== undefined) assert.equal(Number(day?.price), Number(change.price))
        if (change.minNights !== undefined) assert.equal(day?.minNights, change.minNights)
      }
    })

    it('says what became of a calendar change for a listing that is not there', async () => {
      if (calendarWrites === undefined) return
      const listing = { ...present(listings[0]), externalId: facts.missingId }
      const day = addDays(bench.context().now().toISOString().slice(0, 10), 30)
      const setting = calendarWrites.fields.price ? { price: '99.00' } : { available: false }
      const change = changeOf(listing, { from: day, to: day, ...setting })
      const outcome = await calendarWrites
        .write(bench.context('calendar'), [change])
        .catch((error: unknown) => error)
      if (outcome instanceof VendorError)
        assert.ok(['not_found', 'rejected'].includes(outcome.kind), outcome.kind)
      else assert.equal((outcome as { refused: unknown[] }).refused.length, 1)
    })

    it('sends a message that stands in the thread', async () => {
      if (messageWrites === undefined) return
      const conversations = await bench.walk().conversations()
      const conversation = present(conversations.records.find(writes.canWriteTo ?? (() => true)))
      const thread = async () => (await bench.walk().messages(conversation.externalId)).records
      const before = await thread()
      const channels =
        messageWrites.channels.length > 0 ? [undefined, messageWrites.channels[0]] : [undefined]
      for (const [index, channel] of channels.entries()) {
        const body = `The key is in the box, number ${index}.`
        const sent = await messageWrites.send(bench.context('messages'), {
          conversationExternalId: conversation.externalId,
          platform: conversation.platform,
          body,
          ...(channel === undefined ? {} : { channel }),
          files: [],
        })
        const now = await thread()
        assert.equal(now.length, before.length + index + 1)
        const found = present(now.find((message) => message.body.includes(body)))
        assert.equal(found.direction, 'outbound')
        if (sent.externalId !== null) assert.equal(found.externalId, sent.externalId)
        if (channel !== undefined && found.channel) assert.equal(found.channel, channel)
      }
      if (messageWrites.files === null) return
      const words = messageWrites.files.textApart === true ? '' : 'With a picture.'
      const knownIds = new Set((await thread()).map(({ externalId }) => externalId))
      await messageWrites.send(bench.context('messages'), {
        conversationExternalId: conversation.externalId,
        platform: conversation.platform,
        body: words,
        files: [
          {
            url: 'https://files.example.com/door.jpg',
            contentType: 'image/jpeg',
            filename: 'door.jpg',
            bytes: async () => Buffer.from('ffd8ffe000104a464946', 'hex'),
          },
        ],
      })
      const withFile = present(
        (await thread()).find(({ externalId, body }) => !knownIds.has(externalId) && body.includes(words)),
      )
      if (writes.showsFiles !== false) assert.equal(withFile.attachments?.length, 1)
    })

    it('answers a review', async () => {
      if (reviewWrites === undefined) return
      const reviews = await bench.walk().reviews()
      const open = present(
        reviews.records.find(
          (review) =>
            review.reviewerRole === 'guest' && !review.response && (writes.canReply?.(review) ?? true),
        ),
      )
      await reviewWrites.reply(bench.context('messages'), {
        externalId: open.externalId,
        body: 'Come again!',
      })
      await bench.advance(writes.replyShowsAfterMs ?? 0)
      const again = await bench.walk().reviews()
      const answered = again.records.find(({ externalId }) => externalId === open.externalId)
      assert.equal(answered?.response?.body, 'Come again!')
    })

    it('writes the sections of a listing that it names', async () => {
      if (listingWrites === undefined) return
      const listing = present(listings[0])
      const one = present(operations.listings?.one)
      const { externalId } = listing
      const readAgain = async (): Promise<ListingRecord> =>
        present((await one(bench.context(), externalId)) ?? undefined)
      const write = (change: ListingDraft) =>
        listingWrites.write(bench.context('calendar'), { externalId, change })
      const { fields } = listingWrites
      // Some vendors have several texts and none that is just the description.
      const text = listing.content?.description === undefined ? 'summary' : 'description'
      const sections: Partial<Record<keyof ListingDraft, [ListingDraft, (read: ListingRecord) => void]>> = {
        title: [
          { title: 'House by the new quay' },
          ({ publicName, name }) => assert.ok([publicName, name].includes('House by the new quay')),
        ],
        descriptions: [
          { descriptions: { [text]: 'Quiet, with a view of the harbour.' } },
          ({ content }) => assert.equal(content?.[text], 'Quiet, with a view of the harbour.'),
        ],
        times: [
          { times: { checkInTimeStart: '16:00', checkOutTime: '10:00' } },
          ({ details }) =>
            assert.deepEqual([details?.checkInTimeStart, details?.checkOutTime], ['16:00', '10:00']),
        ],
        capacity: [{ capacity: { maxGuests: 7 } }, ({ details }) => assert.equal(details?.personCapacity, 7)],
        houseRules: [
          { houseRules: 'No shoes inside.' },
          ({ content }) => assert.equal(content?.houseRules, 'No shoes inside.'),
        ],
        address: [{ address: { city: 'Nantes' } }, ({ city }) => assert.equal(city, 'Nantes')],
      }
      for (const [section, entry] of Object.entries(sections)) {
        if (!fields[section as 'title']) continue
        const [change, check] = entry
        assert.deepEqual(await write(change), { applied: [section], errors: [] })
        check(await readAgain())
      }
      if (fields.amenities) {
        const amenities = (listing.amenities ?? []).slice(0, 2).map(({ amenityKey }) => amenityKey)
        await write({ amenities })
        const read = await readAgain()
        assert.deepEqual(read.amenities?.map(({ amenityKey }) => amenityKey).toSorted(), amenities.toSorted())
      }
      if (fields.photosAdd) {
        const url = 'https://photos.example.com/new-quay.jpg'
        await write({ photos: [{ url }] })
        const read = await readAgain()
        assert.equal(read.photos?.length, (listing.photos?.length ?? 0) + 1)
      }
    })

    it('answers booking requests', async () => {
      const answers = operations.requestAnswers
      if (answers === undefined) return
      const read = present(operations.reservations?.one)
      const ask = async () =>
        writes.ask
          ? writes.ask(bench, present(listings[0]))
          : String((await bench.control.book(present(writes.request))).id)
      const accepted = await ask()
      await answers.accept(bench.context('guest'), { externalId: accepted })
      const booked = await read(bench.context('guest'), accepted)
      assert.ok(booked?.kind === 'reservation')
      // At some channels a booking is complete only when the guest has paid.
      const isAccepted = booked.status === 'confirmed' || booked.pendingReason === 'guest_payment'
      assert.ok(isAccepted, JSON.stringify(booked))
      const declined = await ask()
      await answers.decline(bench.context('guest'), {
        externalId: declined,
        reason: 'dates_not_available',
        message: 'Somebody was faster.',
      })
      const refused = await read(bench.context('guest'), declined)
      assert.ok(refused?.kind === 'reservation' && refused.status === 'cancelled', JSON.stringify(refused))
      // A request can be answered only once.
      const twice = await answers
        .accept(bench.context('guest'), { externalId: declined })
        .catch((error: unknown) => error)
      assert.ok(twice instanceof VendorError && twice.kind === 'rejected', String(twice))
    })

    it('pre-approves an inquiry', async () => {
      if (operations.preApprovals === undefined) return
      const inquiryExternalId = String((await bench.control.book(present(writes.inquiry))).id)
      const conversations = await bench.walk().conversations()
      const thread = conversations.records.find((row) => row.reservationExternalId === inquiryExternalId)
      await operations.preApprovals.approve(bench.context('guest'), {
        inquiryExternalId,
        conversationExternalId: thread?.externalId ?? inquiryExternalId,
      })
      const inquiry = await present(operations.reservations?.one)(bench.context('guest'), inquiryExternalId)
      assert.ok(inquiry?.kind === 'inquiry', JSON.stringify(inquiry))
      assert.equal(inquiry.status, writes.approvedReads ?? 'pre_approved')
    })
  })
}
