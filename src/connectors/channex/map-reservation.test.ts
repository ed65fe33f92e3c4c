import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedStays } from '../../connector-kit/testing/mapped-stays.ts'
import { sourceOf, toStay } from './map-reservation.ts'
import { BookedRow, type BookedRow as Row } from './vendor.ts'

const booking = {
  status: 'New',
  ota_name: 'Booking.com',
  ota_reservation_code: '4012',
  unique_id: 'BDC-4012',
  amount: '330.00',
  ota_commission: '49.50',
  arrival_date: '2027-06-01',
  departure_date: '2027-06-04',
  arrival_hour: '17:00',
  inserted_at: '2027-01-02T03:04:05.123456',
  currency: 'EUR',
  notes: 'Late arrival',
  occupancy: { adults: 4, children: 0, infants: 0 },
  services: [
    { name: 'Parking', total_price: '15.00', is_inclusive: false },
    { name: 'Breakfast', total_price: '9.00', is_inclusive: true },
  ],
  customer: {
    ...{ name: 'Ada', surname: 'Berg', mail: 'ada@example.com', phone: '+49 1', country: 'DE' },
    language: 'de',
  },
}
const room = {
  room_type_id: 'rt-1',
  checkin_date: '2027-06-02',
  checkout_date: '2027-06-05',
  amount: '300.00',
  occupancy: { adults: 2, children: 1, infants: 0 },
  guests: [{ name: 'Bo', surname: 'Holm' }],
  taxes: [
    { name: 'City tax', type: 'tax', total_price: '6.00', is_inclusive: false },
    { name: 'VAT', type: 'tax', total_price: '21.00', is_inclusive: true },
    { name: null, type: 'fee', total_price: '9.00', is_inclusive: null },
    { name: 'Nothing', type: 'fee', total_price: '0.00', is_inclusive: false },
  ],
  services: [{ name: 'Cot', total_price: '5.00' }],
}
const { stay, reservation } = mappedStays<Row>(
  BookedRow,
  { externalId: 'b-1', rooms: 1, booking, room },
  toStay,
)
/** One of two rooms that were booked together. */
const oneOfTwo = (ofBooking: object = {}, ofRoom: object = {}) =>
  reservation({
    ...{ externalId: 'b-1-n1', rooms: 2 },
    ...{ booking: { ...booking, ...ofBooking }, room: { ...room, ...ofRoom } },
  })
const alone = (ofBooking: object = {}, ofRoom: object = {}) =>
  reservation({ booking: { ...booking, ...ofBooking }, room: { ...room, ...ofRoom } })

describe('a booking of Channex', () => {
  it('is mapped as a whole', () => {
    assert.deepEqual(stay(), {
      kind: 'reservation',
      externalId: 'b-1',
      listingExternalId: 'rt-1',
      confirmationCode: '4012',
      source: 'booking.com',
      status: 'confirmed',
      sourceStatus: 'New',
      checkIn: '2027-06-02',
      checkOut: '2027-06-05',
      checkInTime: '17:00',
      bookedAt: '2027-01-02T03:04:05.123456Z',
      currency: 'EUR',
      totalPrice: '330.00',
      occupancy: { adults: 2, children: 1, infants: 0, pets: null, total: null },
      guest: {
        ...{ firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', phone: '+49 1' },
        ...{ language: 'de', country: 'DE' },
      },
      guestDetails: { remarks: 'Late arrival' },
      financials: {
        host: {
          accommodation: '300.00',
          hostFees: [{ amount: '49.50', name: 'Commission', type: 'commission' }],
        },
        guest: {
          totalPrice: '330.00',
          fees: [
            { amount: '9.00', name: 'Fee' },
            { amount: '5.00', name: 'Cot' },
            { amount: '15.00', name: 'Parking' },
          ],
          taxes: [{ amount: '6.00', name: 'City tax' }],
        },
      },
    })
  })

  it('of several rooms shares with them what is the booking’s, and has its own room’s price', () => {
    const { confirmationCode, totalPrice, financials, occupancy } = oneOfTwo()
    assert.deepEqual([confirmationCode, totalPrice, occupancy?.adults], ['4012', '300.00', 2])
    assert.deepEqual(financials?.host, { accommodation: '300.00' })
    assert.deepEqual(
      financials?.guest?.fees?.map(({ name }) => name),
      ['Fee', 'Cot'],
    )
    assert.equal('occupancy' in oneOfTwo({}, { occupancy: null }), false)
    assert.equal(alone({}, { occupancy: null }).occupancy?.adults, 4)
    assert.equal('occupancy' in alone({ occupancy: null }, { occupancy: null }), false)
    const unnamed = { ota_reservation_code: null, unique_id: ' ' }
    assert.deepEqual([oneOfTwo(unnamed).confirmationCode, alone(unnamed).confirmationCode], ['b-1', 'b-1'])
    assert.equal(alone({ ota_reservation_code: null }).confirmationCode, 'BDC-4012')
  })

  it('has the booking’s dates and price where the room has none', () => {
    const days = ({ checkIn, checkOut }: { checkIn: string; checkOut: string }) => [checkIn, checkOut]
    assert.deepEqual(days(alone({}, { checkin_date: null, checkout_date: null })), [
      ...['2027-06-01', '2027-06-04'],
    ])
    assert.equal(alone({ amount: null }).totalPrice, '300.00')
    assert.equal(alone({ amount: 'much' }).totalPrice, null)
    assert.equal(oneOfTwo({}, { amount: null }).totalPrice, null)
  })

  it('has what is told of it and no more', () => {
    const bare = reservation({
      booking: { arrival_date: '2027-06-01', departure_date: '2027-06-04' },
      room: { room_type_id: 'rt-1' },
    })
    assert.deepEqual(bare, {
      ...{ kind: 'reservation', externalId: 'b-1', listingExternalId: 'rt-1', confirmationCode: 'b-1' },
      ...{ source: null, status: 'pending', sourceStatus: 'unknown', checkIn: '2027-06-01' },
      ...{ checkOut: '2027-06-04', bookedAt: null, checkInTime: null, currency: null, totalPrice: null },
    })
  })

  it('is what its status says, and holds its nights with a word that nobody knows', () => {
    const statusOf = (status: string) => alone({ status }).status
    assert.deepEqual(['new', ' Modified', 'CANCELLED', 'request'].map(statusOf), [
      ...['confirmed', 'confirmed', 'cancelled', 'pending'],
    ])
  })

  it('names who sold it', () => {
    const names = ['Offline', 'Direct booking', 'Walk-in', 'phone', 'Booking Engine', 'My Website', 'AirBNB']
    assert.deepEqual(
      names.map((name) => sourceOf(name)),
      ['direct', 'direct', 'direct', 'direct', 'website', 'website', 'airbnb'],
    )
    const ids = ['ABB-1', 'bdc-1', 'OFF-1', 'OFL-1', 'VRB-1', 'EXP-1', null]
    assert.deepEqual(
      ids.map((id) => sourceOf(null, id)),
      ['airbnb', 'booking.com', 'direct', 'direct', 'vrbo', null, null],
    )
    assert.deepEqual([sourceOf('Hostelworld', 'VRB-1'), sourceOf('Hostelworld', 'HWL-1')], ['vrbo', 'other'])
    assert.deepEqual([sourceOf('My phone shop'), sourceOf('Indirect')], ['other', 'other'])
  })

  it('is the customer’s, and the room’s guest’s without a name', () => {
    const names = (customer: object | null, guests: object[] | null = room.guests) => {
      const { guest } = alone({ customer }, { guests })
      return guest && [guest.firstName, guest.lastName, guest.email]
    }
    assert.deepEqual(names({ surname: 'Berg' }), [null, 'Berg', null])
    assert.deepEqual(names({ name: 'Ada', surname: ' ' }), ['Ada', null, null])
    assert.deepEqual(names({ mail: 'ada@example.com' }), ['Bo', 'Holm', 'ada@example.com'])
    assert.equal(names(null, []), undefined)
    assert.equal(names(null, null), undefined)
  })
})
