import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { collectUnread } from '../../connector-kit/tolerance/unread-fields.ts'
import { bookedRooms, reservationOf } from './booked-rooms.ts'
import { toReservation } from './map-reservation.ts'
import { isInWalk, beginWalk, queryOf } from './reservation-walk.ts'
import type { BookedRow } from './vendor.ts'

const room = {
  roomTypeID: '31',
  subReservationID: '500-1',
  reservationRoomID: '9001',
  guestID: '8',
  adults: '2',
  children: '1',
  roomID: '31-4',
  roomCheckIn: '2026-05-10',
  roomCheckOut: '2026-05-12',
  roomStatus: 'not_checked_in',
  detailedRoomRates: { '2026-05-10': 90.1, '2026-05-11': 90.2 },
}
const reservation = {
  propertyID: '17',
  reservationID: '500',
  status: 'confirmed',
  dateCreatedUTC: '2026-04-01 08:00:00',
  sourceName: 'Booking.com',
  thirdPartyIdentifier: 'BDC77',
  propertyCurrency: 'EUR',
  balanceDetailed: { taxesFees: 18.03 },
  total: 198.33,
  guestList: { '8': { guestID: '8', guestFirstName: 'Ana', guestLastName: 'Lima', guestEmail: '' } },
}
const row = (booking: object = {}, own: object = {}, rooms = 1): BookedRow => ({
  externalId: '500',
  reservation: { ...reservation, ...booking },
  room: { ...room, ...own },
  rooms,
})

describe('a reservation', () => {
  it('names a main guest who has no id', () => {
    const guest = { guestID: null, guestFirstName: 'Ana', guestLastName: 'Lima', isMainGuest: true }
    const record = toReservation(row({ guestID: null, guestList: { main: guest } }, { guestID: null }))
    assert.equal(record.guest?.firstName, 'Ana')
    assert.equal('externalId' in (record.guest ?? {}), false)
  })

  it('is mapped as a whole', () => {
    const guest = {
      ...reservation.guestList['8'],
      ...{ guestPhone: '', guestCellPhone: '+351 1', guestCountry: 'PT' },
    }
    assert.deepEqual(toReservation(row({ estimatedArrivalTime: '16:30', guestList: { '8': guest } })), {
      kind: 'reservation',
      externalId: '500',
      listingExternalId: '31',
      unitExternalId: '31-4',
      confirmationCode: 'BDC77',
      source: 'booking.com',
      status: 'confirmed',
      checkIn: '2026-05-10',
      checkOut: '2026-05-12',
      checkInTime: '16:30',
      bookedAt: '2026-04-01T08:00:00Z',
      occupancy: { adults: 2, children: 1, infants: null, pets: null, total: null },
      totalPrice: '198.33',
      currency: 'EUR',
      financials: {
        host: { accommodation: '180.3' },
        guest: {
          totalPrice: '198.33',
          taxes: [{ amount: '18.03', name: 'Taxes and fees', type: 'tax' }],
        },
      },
      guest: {
        externalId: '8',
        firstName: 'Ana',
        lastName: 'Lima',
        email: null,
        phone: '+351 1',
        country: 'PT',
      },
      sourceStatus: 'confirmed',
    })
  })

  it('tells its status in the vendor’s words, also that it was deleted', () => {
    const wordOf = (booking: object) => toReservation(row(booking)).sourceStatus
    assert.equal(wordOf({ status: null }), 'unknown')
    assert.equal(wordOf({ isDeleted: true }), 'confirmed (deleted)')
  })

  it('has the total of its balance where there is no other, and no money where there is none', () => {
    const balance = { total: null, balanceDetailed: { grandTotal: 210.5 } }
    assert.equal(toReservation(row(balance)).totalPrice, '210.5')
    const nothing = { total: null, balanceDetailed: null }
    const bare = toReservation(row(nothing, { detailedRoomRates: [] }))
    assert.deepEqual([bare.totalPrice, 'financials' in bare], [null, false])
    assert.equal(toReservation(row({ balanceDetailed: null })).financials?.guest?.taxes, undefined)
  })

  it('has the guest of its room, else the booker, else the main guest, else only a name', () => {
    const guestOf = (booking: object, own: object = {}) => toReservation(row(booking, own)).guest
    const guestList = {
      a: { guestID: '7', guestFirstName: 'Bo' },
      b: { guestID: '8', guestFirstName: 'Ana' },
      c: { guestID: '9', guestFirstName: 'Cy', isMainGuest: true },
    }
    assert.equal(guestOf({ guestList, guestID: '7' })?.firstName, 'Ana')
    assert.equal(guestOf({ guestList, guestID: '7' }, { guestID: null })?.firstName, 'Bo')
    assert.equal(guestOf({ guestList, guestID: null }, { guestID: '' })?.firstName, 'Cy')
    assert.deepEqual(guestOf({ guestList: [], guestName: 'Ana Lima', guestCountry: 'PT' }), {
      externalId: '8',
      firstName: 'Ana',
      lastName: 'Lima',
      country: 'PT',
    })
    assert.deepEqual(guestOf({ guestList: [], guestName: 'Ana' }, { guestID: null }), {
      ...{ firstName: 'Ana', lastName: null, country: null },
    })
    const unnumbered = { x: { guestID: null, guestFirstName: 'Xi' }, ...guestList }
    const booker = guestOf({ guestList: unnumbered, guestID: '7' }, { guestID: null })
    assert.equal(booker?.firstName, 'Bo', 'a guest without a number is not the one of a room without a guest')
  })

  for (const [status, meaning] of [
    ['not_confirmed', 'pending'],
    ['in_progress', 'pending'],
    ['checked_in', 'confirmed'],
    ['checked_out', 'confirmed'],
    ['no_show', 'cancelled'],
    ['canceled', 'cancelled'],
  ] as const) {
    it(`is ${meaning} when it is ${status}`, () => {
      assert.equal(toReservation(row({ status })).status, meaning)
    })
  }

  it('holds its nights with a word that is not known', () => {
    for (const status of ['teleported', 'toString', null]) {
      assert.equal(toReservation(row({ status })).status, 'pending', String(status))
    }
  })

  it('is cancelled when it was deleted, or nobody comes to its room', () => {
    assert.equal(toReservation(row({ isDeleted: true })).status, 'cancelled')
    const status = (roomStatus: string | null) => toReservation(row({}, { roomStatus })).status
    for (const word of ['cancelled', 'Cancelled', 'canceled', ' no_show '])
      assert.equal(status(word), 'cancelled', word)
    for (const word of ['not_checked_in', 'in_house', 'not_cancelled', 'cancelled_once', null])
      assert.equal(status(word), 'confirmed', String(word))
  })

  it('says when it was cancelled as exactly as the vendor does', () => {
    const cancelledAt = (dateCancelledUTC: string | null, status = 'canceled') =>
      toReservation(row({ status, dateCancelledUTC })).cancelledAt
    assert.equal(cancelledAt('2026-04-02 09:30:00'), '2026-04-02T09:30:00Z')
    assert.equal(cancelledAt('2026-04-02'), '2026-04-02')
    assert.equal(cancelledAt(null), null)
    assert.equal(cancelledAt('2026-04-02 09:30:00', 'confirmed'), undefined)
  })

  it('comes from a source that is an object, a word, or beside the others', () => {
    const cases: [object, string, string][] = [
      [{ source: { name: 'AirBNB', category: 'ota' } }, 'airbnb', 'BDC77'],
      [{ source: 'AirBNB' }, 'airbnb', 'BDC77'],
      [{ source: null, sourceName: 'Expedia' }, 'other', 'BDC77'],
      [{ source: { name: 'Front desk', category: 'direct' } }, 'direct', '500'],
      [{ source: { name: 'Front desk' }, sourceCategory: 'direct' }, 'direct', '500'],
      [{ source: 'Front desk', sourceCategory: 'direct' }, 'direct', '500'],
      [{ source: 'Website' }, 'website', '500'],
    ]
    for (const [booking, source, code] of cases) {
      const record = toReservation(row(booking))
      assert.deepEqual([record.source, record.confirmationCode], [source, code], JSON.stringify(booking))
    }
  })

  it('sums up its nights, passes over those without a rate, and notes those that cannot be read', () => {
    const rates = { '2026-05-10': '90.10', '2026-05-11': 90.2, '2026-05-12': null, '2026-05-13': '' }
    const summed = (detailedRoomRates: object) => {
      const booked = row({}, { detailedRoomRates })
      const { result, unread } = collectUnread(booked, () => toReservation(booked))
      return [result.financials?.host?.accommodation, unread.map(({ field }) => field)]
    }
    assert.deepEqual(summed(rates), ['180.3', []])
    const odd = { ...rates, '2026-05-14': { amount: 5 } }
    assert.deepEqual(summed(odd), ['180.3', ['room.detailedRoomRates.2026-05-14']])
  })

  it('keeps nothing of an anonymised guest or booking, and takes an empty list for none', () => {
    const guestList = { '8': { guestID: '8', guestFirstName: 'Ana', isAnonymized: true } }
    assert.equal(toReservation(row({ guestList })).guest, undefined)
    assert.equal(toReservation(row({ isAnonymized: true })).guest, undefined)
    assert.equal(toReservation(row({ guestList: [] })).guest, undefined)
  })

  it('has no total of its own where rooms were booked together', () => {
    const record = toReservation(row({}, {}, 2))
    assert.equal(record.totalPrice, null)
    assert.equal(record.financials?.guest, undefined)
    assert.equal(record.financials?.host?.accommodation, '180.3')
  })
})

describe('rooms booked together', () => {
  const ids = (...rooms: object[]) =>
    (bookedRooms({ ...reservation, rooms }) as BookedRow[]).map(({ externalId }) => externalId)
  const numbered = (subReservationID: string | null, reservationRoomID?: string) => ({
    ...room,
    subReservationID,
    reservationRoomID,
  })

  it('are called what the vendor calls them, in whatever order they come', () => {
    assert.deepEqual(ids(numbered('500-2', '10001'), numbered('500', '9001')), ['500', '500-2'])
    assert.deepEqual(ids(numbered('500-2'), numbered('500')), ['500-2', '500'])
    assert.deepEqual(['500', '500-2'].map(reservationOf), ['500', '500'])
  })

  it('keep their names when the first is taken out', () => {
    assert.deepEqual(ids(numbered('500-1'), numbered('500-2')), ['500-1', '500-2'])
    assert.deepEqual(ids(numbered('500-2')), ['500-2'])
  })

  it('are counted where they have no number in the booking', () => {
    assert.deepEqual(ids(numbered(null), numbered('77')), ['500', '500-n1'])
    assert.deepEqual(ids(numbered('500'), numbered(null)), ['500', '500-n1'])
  })
})

describe('an incremental walk', () => {
  const since = '2026-05-01T10:00:00.250Z'
  const place = beginWalk(new Date('2026-05-01T12:00:00Z'), since)

  it('asks for half a day more than it wants, and drops it', () => {
    assert.deepEqual(queryOf(place), { modifiedFrom: '2026-04-30 22:00:00' })
    assert.equal(isInWalk(place, { dateModifiedUTC: '2026-05-01 09:59:59' }), false)
    assert.equal(isInWalk(place, { dateModifiedUTC: '2026-05-01 10:00:00' }), true)
    assert.equal(isInWalk(place, {}), true)
  })
})
