import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { InquiryRecord, ReservationRecord, StayRecord } from '../../contract/records.ts'
import { collectUnread } from '../../connector-kit/tolerance/unread-fields.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import type { MewsAccount, Hotel } from './account.ts'
import { toStay } from './map-reservation.ts'
import type { StayParts } from './map-reservation.ts'
import { VendorReservation } from './vendor.ts'
import type { OrderItem, VendorCategory } from './vendor.ts'

const rowCheck = compileCheck(VendorReservation)
const hotel: Hotel = {
  id: 'hotel',
  name: 'Linden',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  pricing: 'Gross',
  language: 'de-DE',
  chainId: null,
  address: null,
}
const service = { id: 'stay', hotel, isActive: true, startOffset: null, endOffset: null }
const category = (Id: string, Type: string): [string, VendorCategory] => [Id, { Id, ServiceId: 'stay', Type }]
const account: MewsAccount = {
  isPortfolio: false,
  hotels: [hotel],
  services: new Map([['stay', service]]),
  categories: new Map([category('double', 'Room'), category('garage', 'ParkingSpot')]),
  ages: new Map([
    ['grown', 'adults'],
    ['young', 'children'],
    ['tiny', 'infants'],
  ]),
  countedIn: new Map(),
}
const night: OrderItem = {
  Id: 'night',
  ServiceOrderId: 'r1',
  Amount: { Currency: 'EUR', NetValue: 90, GrossValue: 99, TaxValues: [{ Code: 'DE-L', Value: 9 }] },
  AccountingState: 'Open',
  Type: 'SpaceOrder',
}
const parts: StayParts = {
  account,
  customers: new Map([
    [
      'ada',
      {
        ...{
          Id: 'ada',
          FirstName: 'Ada',
          LastName: 'Byron',
          SecondLastName: 'King',
          Email: 'ada@example.com',
        },
        ...{ Phone: '+44 1', PreferredLanguageCode: 'en-GB', LanguageCode: 'de-DE', NationalityCode: 'IE' },
        Address: { CountryCode: 'GB' },
      },
    ],
    ['ida', { Id: 'ida', LastName: 'Moon', LanguageCode: 'sv-SE', NationalityCode: 'SE' }],
    ['nobody', { Id: 'nobody', FirstName: null, LastName: '' }],
  ]),
  items: new Map([['r1', [night]]]),
  unpriced: new Set(),
  companies: new Map([
    ['booking', 'Booking.com B.V.'],
    ['tours', 'Blue Globe'],
  ]),
}
const ada = {
  externalId: 'ada',
  firstName: 'Ada',
  lastName: 'Byron King',
  email: 'ada@example.com',
  phone: '+44 1',
  language: 'en-GB',
  country: 'GB',
}
const base = {
  Id: 'r1',
  ServiceId: 'stay',
  AccountId: 'ada',
  AccountType: 'Customer',
  Number: '52',
  State: 'Confirmed',
  Origin: 'Distributor',
  CreatedUtc: '2026-05-01T10:00:00Z',
  RequestedResourceCategoryId: 'double',
  AssignedResourceId: 'room-7',
  ScheduledStartUtc: '2026-07-15T13:00:00Z',
  ScheduledEndUtc: '2026-07-18T09:00:00Z',
}

function stay(fields: object, more: Partial<StayParts> = {}): StayRecord | undefined {
  const row: unknown = { ...base, ...fields }
  assert.equal(rowCheck.problem(row), null)
  const record = toStay(row as VendorReservation, { ...parts, ...more })
  if (record !== undefined) assert.equal(recordChecks.stay.problem(record), null)
  return record
}

function reservation(fields: object, more: Partial<StayParts> = {}): ReservationRecord {
  const record = stay(fields, more)
  assert.equal(record?.kind, 'reservation')
  return record as ReservationRecord
}

/** The fields that were noted as unreadable while the row was mapped. */
function unreadIn(fields: object, more: Partial<StayParts> = {}): string[] {
  return collectUnread(fields, () => stay(fields, more)).unread.map(({ field }) => field)
}

describe('a Mews reservation', () => {
  const party = { PersonCounts: [{ AgeCategoryId: 'grown', Count: 2 }] }
  const occupancy = { adults: 2, children: 0, infants: 0, pets: null, total: 2 }

  it('is mapped as a whole', () => {
    assert.deepEqual(stay({ ...party, TravelAgencyId: 'booking', ChannelNumber: 'BDC77' }), {
      kind: 'reservation',
      externalId: 'r1',
      listingExternalId: 'double',
      unitExternalId: 'room-7',
      confirmationCode: 'BDC77',
      source: 'booking.com',
      status: 'confirmed',
      checkIn: '2026-07-15',
      checkOut: '2026-07-18',
      checkInTime: '15:00',
      checkOutTime: '11:00',
      bookedAt: '2026-05-01T10:00:00Z',
      occupancy,
      totalPrice: '99',
      currency: 'EUR',
      financials: {
        host: { accommodation: '90' },
        guest: { totalPrice: '99', taxes: [{ amount: '9', name: 'DE-L', type: 'tax' }] },
      },
      guest: ada,
      sourceStatus: 'Confirmed',
    })
  })

  it('that was only asked for is an inquiry as a whole, in both spellings', () => {
    for (const State of ['Inquired', 'Enquired'])
      assert.deepEqual(stay({ ...party, State, TravelAgencyId: 'booking' }), {
        kind: 'inquiry',
        externalId: 'r1',
        listingExternalId: 'double',
        channel: 'booking',
        status: 'open',
        checkIn: '2026-07-15',
        checkOut: '2026-07-18',
        occupancy,
        receivedAt: '2026-05-01T10:00:00Z',
        guest: ada,
        sourceStatus: State,
      })
    const bare = stay({ State: 'Inquired', Origin: null, AccountId: null }) as InquiryRecord
    assert.deepEqual([bare.channel, 'occupancy' in bare, 'guest' in bare], ['other', false, false])
  })

  const states = [
    ['Optional', 'pending', null],
    ['Requested', 'pending', 'host_approval'],
    ['Confirmed', 'confirmed', undefined],
    ['Started', 'confirmed', undefined],
    ['Processed', 'confirmed', undefined],
    ['Canceled', 'cancelled', undefined],
  ] as const
  for (const [State, status, pendingReason] of states) {
    it(`in state ${State} is ${status}`, () => {
      const record = reservation({ State })
      assert.deepEqual(
        [record.status, record.pendingReason, record.sourceStatus],
        [status, pendingReason, State],
      )
    })
  }

  it('in a state nobody knows holds the nights', () => {
    for (const State of ['confirmed', 'Cancelled', '', 'toString']) {
      assert.equal(reservation({ State }).status, 'pending')
      assert.deepEqual(unreadIn({ State }), ['State'])
    }
    assert.equal(reservation({ State: null }).sourceStatus, 'unknown')
  })

  it('has the dates and times of the hotel, whatever the season', () => {
    const around = (ScheduledStartUtc: string, ScheduledEndUtc: string) => {
      const { checkIn, checkOut, checkInTime, checkOutTime } = reservation({
        ScheduledStartUtc,
        ScheduledEndUtc,
      })
      return [checkIn, checkInTime, checkOut, checkOutTime]
    }
    // The clocks go forward on 29 March and back on 25 October.
    assert.deepEqual(around('2026-03-28T23:30:00Z', '2026-03-29T22:30:00Z'), [
      ...['2026-03-29', '00:30', '2026-03-30', '00:30'],
    ])
    assert.deepEqual(around('2026-10-24T22:30:00Z', '2026-10-25T23:30:00Z'), [
      ...['2026-10-25', '00:30', '2026-10-26', '00:30'],
    ])
    const farAway = { ...hotel, timeZone: 'Pacific/Honolulu' }
    const services = new Map([['stay', { ...service, hotel: farAway }]])
    const record = reservation(
      { ScheduledStartUtc: '2026-07-16T01:00:00Z' },
      { account: { ...account, services } },
    )
    assert.deepEqual([record.checkIn, record.checkInTime], ['2026-07-15', '15:00'])
  })

  it('for some hours of a day is no stay of any night', () => {
    const sameDay = { ScheduledEndUtc: '2026-07-15T20:00:00Z' }
    const identity = { externalId: 'r1', listingExternalId: 'double' }
    assert.deepEqual(stay(sameDay), { kind: 'block', ...identity, sourceStatus: 'Confirmed' })
    assert.equal(stay({ ...sameDay, State: 'Canceled' })?.kind, 'reservation')
  })

  it('of a parking space, or of a service that is not slept in, is none of ours', () => {
    assert.equal(stay({ RequestedResourceCategoryId: 'garage' }), undefined)
    assert.equal(stay({ ServiceId: 'restaurant', RequestedResourceCategoryId: 'table' }), undefined)
    assert.equal(stay({ RequestedResourceCategoryId: 'just added' })?.kind, 'reservation')
  })

  it('of a service that cannot be read is of that of its room type', () => {
    for (const ServiceId of [null, 'unheard of']) assert.equal(stay({ ServiceId })?.kind, 'reservation')
    assert.throws(() => stay({ ServiceId: null, RequestedResourceCategoryId: 'unheard of' }), /neither/)
  })

  it('with impossible dates is refused', () => {
    const bad = [
      { ScheduledEndUtc: '2026-07-14T09:00:00Z' },
      { ScheduledStartUtc: null },
      { ScheduledStartUtc: '2026-07-15' },
    ]
    for (const fields of bad) assert.throws(() => stay(fields))
    assert.throws(() => stay({ ScheduledEndUtc: '2026-07-14T09:00:00Z' }), /before arriving/)
    for (const fields of [{ ScheduledStartUtc: null }, { ScheduledEndUtc: null }])
      assert.throws(() => stay(fields), /a stay without dates/)
  })

  it('with an order item that cannot be read has no price instead of being too cheap', () => {
    const broken = { ...night, Amount: { ...night.Amount, GrossValue: null } }
    const cases: [Partial<StayParts>, string | null, string[]][] = [
      [{}, '99', []],
      [{ items: new Map() }, null, []],
      [{ unpriced: new Set(['r1']) }, null, ['OrderItems']],
      [{ items: new Map([['r1', [night, broken]]]) }, null, ['OrderItems']],
    ]
    for (const [more, total, unread] of cases) {
      const { totalPrice, currency, financials, checkIn } = reservation({}, more)
      assert.deepEqual([totalPrice, currency], [total, total === null ? null : 'EUR'])
      assert.deepEqual([financials === undefined, checkIn], [total === null, '2026-07-15'])
      assert.deepEqual(unreadIn({}, more), unread)
    }
  })

  it('costs what is promised until it is confirmed, and what is charged from then on', () => {
    const items = new Map([['r1', [{ ...night, AccountingState: 'Inactive' }]]])
    const total = (State: string) => reservation({ State }, { items }).totalPrice
    const states = ['Optional', 'Requested', 'Confirmed', 'Canceled']
    assert.deepEqual(states.map(total), ['99', '99', '0', '0'])
  })

  it('names its room, or none', () => {
    assert.equal(reservation({}).unitExternalId, 'room-7')
    assert.equal(reservation({ AssignedResourceId: null }).unitExternalId, null)
  })

  it("takes the channel's number before the hotel's", () => {
    assert.equal(reservation({ ChannelNumber: 'TW48ZP' }).confirmationCode, 'TW48ZP')
    assert.equal(reservation({ ChannelNumber: '' }).confirmationCode, '52')
    assert.equal(reservation({ ChannelNumber: 'k3j5h2', Origin: 'Connector' }).confirmationCode, '52')
    assert.equal(reservation({ Number: null }).confirmationCode, 'r1')
  })

  it('comes from the channel that its travel agency names, else through the door of its origin', () => {
    const sources = [
      { Origin: 'ChannelManager', TravelAgencyId: 'booking' },
      { Origin: 'Import', TravelAgencyId: 'booking' },
      { Origin: 'ChannelManager', TravelAgencyId: 'tours' },
      { Origin: 'Commander', TravelAgencyId: 'tours' },
      { Origin: 'ChannelManager' },
      { Origin: 'Import' },
      { Origin: 'Distributor' },
      { Origin: 'Navigator' },
      { Origin: 'Commander' },
      { Origin: 'Commander', CommanderOrigin: 'Website' },
      { Origin: 'Commander', CommanderOrigin: 'Channel' },
      { Origin: 'Connector' },
      { Origin: 'Connector', CommanderOrigin: 'Website' },
      { Origin: 'Telepathy' },
      { Origin: null },
    ].map((fields) => reservation(fields).source)
    assert.deepEqual(sources, [
      ...['booking.com', 'booking.com', 'other', 'other', 'other', 'other', 'website', 'website'],
      ...['direct', 'website', 'other', 'direct', 'direct', 'other', null],
    ])
  })

  it('knows a channel by the usual spellings of its name', () => {
    const spellings = {
      'booking.com': ['Booking.com B.V.', 'BOOKING COM', 'Booking. com', 'bookingcom'],
      airbnb: ['Airbnb Ireland', 'AIR BNB'],
      vrbo: ['Vrbo', 'HomeAway', 'Home Away', 'Abritel', 'FeWo-direkt', 'FeWo direkt', 'Fewodirekt', 'Stayz'],
      other: ['Airbnbees', 'Globe Booking'],
    }
    for (const [source, names] of Object.entries(spellings))
      for (const name of names)
        assert.equal(
          reservation({ TravelAgencyId: 'a' }, { companies: new Map([['a', name]]) }).source,
          source,
          name,
        )
  })

  it('tells who ended it as far as the reason does', () => {
    const end = (CancellationReason: string | null) => {
      const record = reservation({
        State: 'Canceled',
        CancellationReason,
        CancelledUtc: '2026-06-01T08:00:00Z',
      })
      assert.equal(record.cancelledAt, '2026-06-01T08:00:00Z')
      return [record.statusDetail, record.cancelledBy]
    }
    for (const reason of ['RequestedByGuest', 'RequestedByBooker', 'BookedElsewhere', 'PriceTooHigh'])
      assert.deepEqual(end(reason), ['cancelled_by_guest', 'guest'], reason)
    for (const reason of ['ServiceNotAvailable', 'InputError'])
      assert.deepEqual(end(reason), ['cancelled_by_host', 'host'], reason)
    assert.deepEqual(end('TravelAgency'), ['cancelled_by_platform', 'platform'])
    for (const reason of ['ConfirmationMissed', 'BookingAbandoned'])
      assert.deepEqual(end(reason), ['hold_voided', null], reason)
    for (const reason of ['NoShow', 'Other', 'constructor', null]) assert.deepEqual(end(reason), [null, null])
  })

  it('has the guest who owns it, or the booker where a firm does', () => {
    assert.deepEqual(reservation({}).guest, ada)
    assert.deepEqual(reservation({ AccountId: 'ida' }).guest, {
      ...{ externalId: 'ida', firstName: null, lastName: 'Moon', email: null, phone: null },
      ...{ language: 'sv-SE', country: 'SE' },
    })
    const owned = { AccountType: 'Company', AccountId: 'firm' }
    assert.equal(reservation({ ...owned, BookerId: 'ada' }).guest?.externalId, 'ada')
    assert.equal(reservation({ ...owned, BookerId: null }).guest, undefined)
  })

  it('has no guest while the profile says nothing', () => {
    assert.equal(reservation({ AccountId: 'nobody' }).guest, undefined)
    assert.equal(reservation({ AccountId: 'unknown' }).guest, undefined)
  })

  it('counts people by their age, and those of unknown age in all', () => {
    const counts = [
      { AgeCategoryId: 'grown', Count: 2 },
      { AgeCategoryId: 'young', Count: 1 },
      { AgeCategoryId: 'tiny', Count: 1 },
      { AgeCategoryId: 'new', Count: 1 },
    ]
    assert.deepEqual(reservation({ PersonCounts: counts }).occupancy, {
      adults: 2,
      children: 1,
      infants: 1,
      pets: null,
      total: 5,
    })
    for (const PersonCounts of [null, [], [{ AgeCategoryId: 'grown', Count: null }]])
      assert.equal('occupancy' in reservation({ PersonCounts }), false)
  })
})
