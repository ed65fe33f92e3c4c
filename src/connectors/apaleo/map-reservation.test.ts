import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedStays } from '../../connector-kit/testing/mapped-stays.ts'
import { toStay } from './map-reservation.ts'
import { VendorReservation } from './vendor.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const base = {
  id: 'XPGMSXGF-1',
  status: 'Confirmed',
  unitGroup: { id: 'MUC-DBL', type: 'BedRoom' },
  unit: { id: 'MUC-101' },
  arrival: '2027-06-01T17:00:00+02:00',
  departure: '2027-06-04T11:00:00+02:00',
  created: '2027-01-02T04:04:05+01:00',
  cancellationTime: null,
  noShowTime: '2027-06-02T10:00:00+02:00',
  channelCode: 'ChannelManager',
  source: 'Airbnb',
  externalCode: 'CM-7',
  externalReferences: { onlineTravelAgencyId: 'HM1', channelManagerId: 'CM-8' },
  adults: 2,
  childrenAges: [1, 2, 9],
  primaryGuest: {
    ...{ firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', phone: '+49 89 1' },
    ...{ preferredLanguage: 'de', nationalityCountryCode: 'SE', address: { countryCode: 'DE' } },
  },
  booker: { lastName: 'Office' },
  totalGrossAmount: eur(327.5),
  commission: { commissionAmount: eur(49.1) },
  taxDetails: [
    { tax: eur(21.42), vatPercent: 7 },
    { tax: eur(1.5), vatPercent: null },
    { tax: eur(0), vatPercent: 19 },
  ],
}
const { stay, reservation } = mappedStays(VendorReservation, base, toStay)

describe('a reservation of Apaleo', () => {
  it('is mapped as a whole', () => {
    assert.deepEqual(reservation(), {
      kind: 'reservation',
      externalId: 'XPGMSXGF-1',
      listingExternalId: 'MUC-DBL',
      unitExternalId: 'MUC-101',
      confirmationCode: 'HM1',
      source: 'airbnb',
      status: 'confirmed',
      sourceStatus: 'Confirmed',
      checkIn: '2027-06-01',
      checkOut: '2027-06-04',
      checkInTime: '17:00',
      checkOutTime: '11:00',
      bookedAt: '2027-01-02T03:04:05Z',
      totalPrice: '327.5',
      currency: 'EUR',
      occupancy: { adults: 2, children: 2, infants: 1, pets: null, total: null },
      guest: {
        ...{ firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', phone: '+49 89 1' },
        ...{ language: 'de', country: 'DE' },
      },
      financials: {
        host: { hostFees: [{ amount: '49.1', name: 'Commission' }] },
        guest: {
          totalPrice: '327.5',
          taxes: [
            { amount: '21.42', name: 'VAT 7%', type: 'tax' },
            { amount: '1.5', name: 'VAT', type: 'tax' },
          ],
        },
      },
    })
  })

  it('has what is told of it and no more', () => {
    const { id, unitGroup, arrival, departure } = base
    const told = mappedStays(VendorReservation, { id, unitGroup, arrival, departure }, toStay)
    assert.deepEqual(told.reservation(), {
      ...{ kind: 'reservation', externalId: id, listingExternalId: 'MUC-DBL', unitExternalId: null },
      ...{ confirmationCode: id, source: 'other', status: 'pending', sourceStatus: 'unknown' },
      ...{ checkIn: '2027-06-01', checkOut: '2027-06-04', checkInTime: '17:00', checkOutTime: '11:00' },
      ...{ bookedAt: null, totalPrice: null, currency: null },
      occupancy: { adults: null, children: 0, infants: 0, pets: null, total: null },
    })
  })

  it('is what its status says, and holds its nights with a word that nobody knows', () => {
    const words = ['Confirmed', 'InHouse', 'CheckedOut', 'Canceled', 'NoShow', 'Waiting']
    assert.deepEqual(
      words.map((status) => reservation({ status }).status),
      ['confirmed', 'confirmed', 'confirmed', 'cancelled', 'cancelled', 'pending'],
    )
    assert.equal(reservation({ status: 'NoShow' }).cancelledAt, '2027-06-02T08:00:00Z')
    const cancellationTime = '2027-05-01T10:00:00+02:00'
    assert.equal(reservation({ status: 'Canceled', cancellationTime }).cancelledAt, '2027-05-01T08:00:00Z')
    assert.equal('cancelledAt' in reservation(), false)
  })

  it('of a room for some hours closes it, and a meeting room is nothing', () => {
    const day = { departure: '2027-06-01T20:00:00+02:00' }
    assert.deepEqual(stay({ ...day, status: null }), {
      ...{ kind: 'block', externalId: base.id, listingExternalId: 'MUC-DBL', sourceStatus: 'unknown' },
    })
    assert.equal(stay(day)?.kind, 'block')
    assert.equal(stay({ ...day, status: 'Canceled' })?.kind, 'reservation')
    assert.equal(stay({ unitGroup: { id: 'MUC-MTG', type: 'MeetingRoom' } }), undefined)
  })

  it('has the code that its guest knows', () => {
    const code = (fields: object) => reservation(fields).confirmationCode
    assert.equal(code({ externalReferences: { channelManagerId: 'CM-8' } }), 'CM-7')
    assert.equal(code({ externalReferences: { channelManagerId: 'CM-8' }, externalCode: ' ' }), 'CM-8')
    assert.equal(code({ externalReferences: null, externalCode: null }), base.id)
    assert.deepEqual([code({ channelCode: 'Direct' }), code({ channelCode: 'Ibe' })], [base.id, base.id])
  })

  it('names who sold it', () => {
    const sold = (channelCode: string | null, source: string | null) =>
      reservation({ channelCode, source }).source
    assert.deepEqual(
      [sold('Direct', 'Airbnb'), sold('BookingCom', null), sold('Ibe', null), sold(null, 'Vrbo')],
      ['direct', 'booking.com', 'website', 'vrbo'],
    )
    assert.deepEqual([sold('ChannelManager', 'Hotels of Ada'), sold('Expedia', null)], ['other', 'other'])
  })

  it('is the booker’s while its guest has no name', () => {
    const nobody = { firstName: ' ', nationalityCountryCode: 'SE' }
    assert.equal(reservation({ primaryGuest: nobody }).guest?.lastName, 'Office')
    assert.equal(reservation({ primaryGuest: null }).guest?.lastName, 'Office')
    assert.equal('guest' in reservation({ primaryGuest: nobody, booker: null }), false)
    const abroad = reservation({ primaryGuest: { lastName: 'Berg', nationalityCountryCode: 'SE' } })
    assert.equal(abroad.guest?.country, 'SE')
  })

  it('shows no amount of another currency beside its total', () => {
    const usd = { amount: 5, currency: 'USD' }
    const { financials } = reservation({
      commission: { commissionAmount: usd },
      taxDetails: [{ tax: usd }, { tax: { amount: 2, currency: ' ' } }],
    })
    assert.deepEqual(financials, {
      guest: { totalPrice: '327.5', taxes: [{ amount: '2', name: 'VAT', type: 'tax' }] },
    })
  })
})
