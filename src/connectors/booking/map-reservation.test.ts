import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordChecks } from '../../connector-kit/validate.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import type { BookedRoom, ChannelBooking } from './booking.ts'
import { toStay } from './map-reservation.ts'

const room: BookedRoom = {
  id: '77',
  roomId: '401230001',
  arrival: '2027-06-01',
  departure: '2027-06-04',
  party: { adults: 2, children: 1, infants: 0, total: 3 },
  total: '330.00',
  commission: '49.50',
  currency: 'EUR',
  guestName: 'Bo Holm',
  mealPlan: undefined,
  remarks: 'High floor ',
}
const booking: ChannelBooking = {
  id: '4012',
  status: 'new',
  bookedAt: '2027-01-02T03:04:05+00:00',
  booker: { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', phone: '+49 1', country: 'de' },
  remarks: 'Late arrival',
  rooms: [room],
}

function stay(ofBooking: Partial<ChannelBooking> = {}, ofRoom: Partial<BookedRoom> = {}) {
  const record = toStay({ booking: { ...booking, ...ofBooking }, room: { ...room, ...ofRoom } })
  assert.equal(recordChecks.stay.problem(record), null)
  return record
}

describe('a room that Booking.com sold', () => {
  it('is mapped as a whole', () => {
    assert.deepEqual(stay(), {
      kind: 'reservation',
      externalId: '4012-77',
      listingExternalId: '401230001',
      confirmationCode: '4012',
      source: 'booking.com',
      status: 'confirmed',
      checkIn: '2027-06-01',
      checkOut: '2027-06-04',
      bookedAt: '2027-01-02T03:04:05Z',
      occupancy: { adults: 2, children: 1, infants: 0, pets: null, total: 3 },
      totalPrice: '330.00',
      currency: 'EUR',
      financials: { host: { hostFees: [{ amount: '49.50', name: 'Commission', type: 'commission' }] } },
      guest: {
        ...{ firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', phone: '+49 1', country: 'DE' },
      },
      guestDetails: { remarks: 'Late arrival\n\nHigh floor' },
      sourceStatus: 'new',
    })
  })

  it('has what is told of it and no more', () => {
    const nobody = { firstName: undefined, lastName: undefined, email: undefined, phone: undefined }
    const bare = stay(
      { status: '', bookedAt: 'soon', remarks: ' ', booker: { ...nobody, country: undefined } },
      {
        ...{ total: 'much', commission: undefined, currency: undefined, guestName: undefined },
        ...{ remarks: undefined, party: { adults: null, children: null, infants: null, total: null } },
      },
    )
    assert.deepEqual(bare, {
      ...{ kind: 'reservation', externalId: '4012-77', listingExternalId: '401230001' },
      ...{ confirmationCode: '4012', source: 'booking.com', status: 'pending', sourceStatus: 'none' },
      ...{ checkIn: '2027-06-01', checkOut: '2027-06-04', bookedAt: null, totalPrice: null, currency: null },
    })
    assert.equal('financials' in stay({}, { commission: '0.00' }), false)
    assert.equal('financials' in stay({}, { commission: 'some' }), false)
  })

  it('is what its booking’s status says, and holds its nights with a word that nobody knows', () => {
    assert.deepEqual(
      ['new', 'modified', 'cancelled', 'asked'].map((status) => stay({ status }).status),
      [...['confirmed', 'confirmed', 'cancelled', 'pending']],
    )
  })

  it('is refused without an id or a room', () => {
    assert.throws(() => stay({ id: '' }), EssentialMissing)
    assert.throws(() => stay({}, { id: '' }), EssentialMissing)
    assert.throws(() => stay({}, { roomId: '' }), EssentialMissing)
  })

  it('is the booker’s, and the room’s guest’s without the booker’s name', () => {
    const names = (firstName: string | undefined, lastName: string | undefined) => {
      const { guest } = stay({ booker: { ...booking.booker, firstName, lastName } })
      return [guest?.firstName, guest?.lastName]
    }
    assert.deepEqual(
      [names('Ada', undefined), names(' ', 'Berg'), names(' ', undefined)],
      [
        ...[
          ['Ada', null],
          [null, 'Berg'],
          ['Bo', 'Holm'],
        ],
      ],
    )
  })

  it('has one remark where booker and room say the same', () => {
    assert.equal(stay({ remarks: ' High floor' }).guestDetails?.remarks, 'High floor')
  })
})
