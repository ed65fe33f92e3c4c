import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { toCalendarDays, type RoomCalendar } from './map-calendar.ts'
import { toConversation, toMessage } from './map-conversation.ts'
import { enquiryNumber, toInquiry } from './map-enquiry.ts'
import { signals } from './signals.ts'
import { isThreadUid } from './threads.ts'
import { VendorInboxItem, type VendorMessage } from './vendor.ts'

describe('a Lodgify calendar', () => {
  const days = (parts: Partial<RoomCalendar>) => {
    const records = toCalendarDays({
      from: '2026-07-01',
      to: '2026-07-04',
      unitCount: 1,
      periods: [],
      rates: null,
      ...parts,
    })
    for (const record of records) assert.equal(recordChecks.calendarDay.problem(record), null)
    return records
  }
  const period = (start: string, end: string, available: number) => ({
    period_start: `${start}T00:00:00`,
    period_end: `${end}T00:00:00`,
    available,
  })
  const units = (parts: Partial<RoomCalendar>) => days(parts).map(({ availableUnits }) => availableUnits)

  it('counts both ends of a period', () => {
    const periods = [period('2026-06-20', '2026-07-02', 1), period('2026-07-03', '2026-07-09', 0)]
    assert.deepEqual(units({ periods }), [1, 1, 0, 0])
    assert.deepEqual(
      days({ periods }).map(({ available }) => available),
      [true, true, false, false],
    )
  })

  it('takes the smaller number where periods overlap', () => {
    const periods = [period('2026-07-01', '2026-07-03', 3), period('2026-07-03', '2026-07-04', 1)]
    assert.deepEqual(units({ periods, unitCount: 4 }), [3, 3, 1, 1])
    assert.deepEqual(units({ periods: periods.toReversed(), unitCount: 4 }), [3, 3, 1, 1])
  })

  it('is closed where nothing is said, and never opens more units than there are', () => {
    assert.deepEqual(units({}), [0, 0, 0, 0])
    assert.deepEqual(units({ periods: [period('2026-07-02', '2026-07-03', 9)], unitCount: 2 }), [0, 2, 2, 0])
    for (const is_available of [false, 'perhaps']) {
      const doubtful = { ...period('2026-07-01', '2026-07-04', 1), is_available }
      assert.deepEqual(units({ periods: [doubtful] }), [0, 0, 0, 0])
    }
  })

  it('has the price of the shortest stay', () => {
    const tiers = [
      { min_stay: 28, max_stay: 0, price_per_day: 80 },
      { min_stay: 3, max_stay: 27, price_per_day: 99.5 },
    ]
    const capped = [{ min_stay: 0, max_stay: 14, price_per_day: { value: 70 } }]
    const rates = {
      calendar_items: [
        { date: null, prices: [{ min_stay: 1, max_stay: 0, price_per_day: 1 }] },
        { date: '2026-07-01', prices: tiers },
        { date: '2026-07-02T00:00:00', prices: capped },
      ],
    }
    assert.deepEqual(
      days({ rates }).map(({ price, minNights, maxNights }) => [price, minNights, maxNights]),
      [
        ['99.5', 3, null],
        ['70', null, 14],
        [null, null, null],
        [null, null, null],
      ],
    )
  })
})

describe('a Lodgify message', () => {
  const message = (fields: Partial<VendorMessage>) => {
    const row = { id: 1, type: 'Renter', date_created: '2026-05-01T10:00:00', message: 'Hi', ...fields }
    const record = toMessage(row, 'thread')
    if (record !== undefined) assert.equal(recordChecks.message.problem(record), null)
    return record
  }
  it('goes in or out; notes of the host are none', () => {
    assert.equal(message({})?.direction, 'inbound')
    assert.equal(message({ type: 'Owner' })?.direction, 'outbound')
    assert.equal(message({ type: 'Comment' }), undefined)
    assert.throws(() => message({ type: 'Bot' }), /unknown message type/)
    assert.throws(() => message({ date_created: null }), /without time/)
  })
  it('is text, with the signs a guest wrote', () => {
    assert.equal(message({ message: '<p>Hi<br>there</p>' })?.body, 'Hi\nthere')
    assert.equal(message({ message: 'ring <second floor>' })?.body, 'ring <second floor>')
    assert.equal(message({ message: null })?.body, '')
  })
  it('brings its attachments', () => {
    const attachments = [{ file_url: '//f.example.com/a.png', content_type: 'image/png' }, { file_url: null }]
    assert.deepEqual(message({ attachments })?.attachments, [
      { url: 'https://f.example.com/a.png', contentType: 'image/png' },
    ])
  })
})

describe('a Lodgify conversation', () => {
  const uid = 'dd51acc0-ebfb-4659-a6b3-0072538dbfaf'
  const row = { id: 5, type: 'Booking', source: 'BookingCom', property_id: 1, rooms: [{ room_type_id: 2 }] }
  const unread: VendorMessage = { id: 1, type: 'Renter', is_read: false, date_created: '2026-05-02T09:00:00' }

  it('belongs to the row it was found by', () => {
    const thread = { last_message_date: '2026-05-01T10:00:00Z', is_read: false }
    const record = toConversation(uid, row, thread, [{ ...unread, subject: 'Your stay' }])
    assert.equal(recordChecks.conversation.problem(record), null)
    assert.deepEqual(
      [record.reservationExternalId, record.listingExternalId, record.platform, record.subject],
      ['5', '1-2', 'booking', 'Your stay'],
    )
    assert.equal(record.lastMessageAt, '2026-05-02T09:00:00Z')
    assert.equal(toConversation(uid, { ...row, type: 'Enquiry' }, {}, []).reservationExternalId, 'E5')
    assert.equal(toConversation(uid, { ...row, source: 'Email' }, {}, []).platform, 'email')
  })

  it('counts what is unread', () => {
    const count = (is_read: boolean | null, messages: VendorMessage[]) =>
      toConversation(uid, row, { is_read }, messages).unreadCount
    assert.equal(count(false, [unread, { ...unread, id: 2 }, { ...unread, type: 'Owner' }]), 2)
    assert.equal(count(false, []), 1)
    assert.equal(count(true, []), 0)
    assert.equal(count(null, []), 0)
  })

  it('has a thread with a number of its own', () => {
    assert.ok(isThreadUid(uid))
    for (const none of ['00000000-0000-0000-0000-000000000000', '5', '', `${uid}/..`]) {
      assert.equal(isThreadUid(none), false)
    }
  })
})

describe('a Lodgify enquiry', () => {
  const inquiry = (fields: object) => {
    const row: unknown = { id: 9, type: 'Enquiry', status: 'Open', source: 'OH', ...fields }
    assert.ok(compileCheck(VendorInboxItem).fits(row))
    const record = toInquiry(row)
    if (record !== undefined) assert.equal(recordChecks.stay.problem(record), null)
    return record
  }
  it('has a letter before its number', () => {
    assert.equal(inquiry({})?.externalId, 'E9')
    assert.deepEqual([enquiryNumber('E9'), enquiryNumber('9'), enquiryNumber('E9/..')], ['9', null, null])
  })
  it('is an inquiry whatever it says; bookings of the same list are left to the other one', () => {
    const states = ['Open', 'Declined', 'Booked', 'Replied', null].map(
      (status) => inquiry({ status })?.status,
    )
    assert.deepEqual(states, ['open', 'declined', 'booked', 'open', 'open'])
    assert.equal(inquiry({ is_deleted: true })?.status, 'declined')
    assert.equal(inquiry({ type: 'Booking' }), undefined)
    assert.equal(inquiry({ type: 'CallMeBack' })?.kind, 'inquiry')
  })
  it('may name neither dates nor room', () => {
    const bare = inquiry({ property_id: 41203, rooms: [], arrival: null, departure: null })
    assert.deepEqual([bare?.listingExternalId, bare?.checkIn, bare?.checkOut], [null, null, null])
    const dated = inquiry({ property_id: 41203, rooms: [{ room_type_id: 7 }], arrival: '2026-07-01' })
    assert.deepEqual([dated?.listingExternalId, dated?.checkIn], ['41203-7', '2026-07-01'])
  })
  it('knows its guest by the parts of the name', () => {
    const guest = { guest_name: { first_name: 'Ada', last_name: 'Byron King' }, email: 'ada@example.com' }
    assert.deepEqual(
      [inquiry({ guest })?.guest?.firstName, inquiry({ guest })?.guest?.lastName],
      ['Ada', 'Byron King'],
    )
    assert.equal(inquiry({ guest: { name: 'Ada B K' } })?.guest?.lastName, 'B K')
  })
})

describe('Lodgify failures', () => {
  const answer = (status: number, json: unknown) => ({ status, json, headers: {}, text: 'x' })
  it('are told with their code first', () => {
    assert.equal(signals.messageOf?.({ code: 'NoRateDefined', message: 'none' }), 'NoRateDefined: none')
    assert.equal(signals.messageOf?.({ title: 'Conflict', status: 409 }), 'Conflict')
    assert.equal(signals.messageOf?.({ code: 999, message: 'one' }), 'one')
    assert.equal(signals.messageOf?.([]), null)
  })
  it('tell a refused key from an outage, also when both are 500', () => {
    const refused = { message: 'Authorization has been denied for this request.', code: 999 }
    assert.deepEqual(signals.verdictOf?.(answer(500, refused)), { kind: 'credentials' })
    assert.deepEqual(signals.verdictOf?.(answer(403, { code: 'NotAuthorized' })), { kind: 'credentials' })
    assert.equal(signals.verdictOf?.(answer(500, { message: 'An error has occurred.' })), undefined)
    assert.equal(signals.verdictOf?.(answer(200, { code: 'NotAuthorized' })), undefined)
  })
})
