import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { toListing, toUnit } from './map-listing.ts'
import { VendorListing } from './vendor.ts'

const rowCheck = compileCheck(VendorListing)

function listing(fields: Partial<VendorListing> = {}) {
  const row: VendorListing = { _id: '59ac245d27cb310f0017afe3', type: 'SINGLE', ...fields }
  assert.equal(rowCheck.problem(row), null)
  const record = toListing(row)
  assert.ok(record)
  assert.equal(recordChecks.listing.problem(record), null)
  return record
}

describe('a Guesty listing', () => {
  it('is a home, a room type with units, or no listing at all', () => {
    assert.deepEqual([listing().model, listing().unitCount], ['home', 1])
    const multi = listing({ type: 'MTL', mtl: { c: ['a', 'b', 'c'] } })
    assert.deepEqual([multi.model, multi.unitCount], ['hotel', 3])
    assert.equal(listing({ type: 'MTL' }).unitCount, 0)
    assert.equal(toListing({ _id: 'x', type: 'MTL_CHILD', mtl: { p: 'a' } }), undefined)
  })

  it('has a name, however little is told', () => {
    const names = (fields: Partial<VendorListing>) => {
      const { name, publicName } = listing(fields)
      return [name, publicName]
    }
    assert.deepEqual(names({ nickname: 'DE-1', title: 'Loft' }), ['DE-1', 'Loft'])
    assert.deepEqual(names({ nickname: ' ', title: 'Loft' }), ['Loft', 'Loft'])
    assert.deepEqual(names({}), ['Listing 59ac245d27cb310f0017afe3', null])
  })

  it('tells whether it is for sale', () => {
    const states = [{}, { isListed: false }, { active: false }, { isListed: false, pms: { active: false } }]
    assert.deepEqual(
      states.map((fields) => listing(fields).lifecycleStatus),
      ['live', 'unlisted', 'inactive', 'inactive'],
    )
  })

  it('stands in a country with a code, or in none', () => {
    const country = (address: NonNullable<VendorListing['address']> | null) =>
      listing({ address }).countryCode
    for (const [name, code] of [
      ['Germany', 'DE'],
      ['United States', 'US'],
      ['united kingdom', 'GB'],
      ['Mexico', 'MX'],
      ['pt', 'PT'],
      ['Serbia', 'RS'],
      ['Atlantis', null],
      ['', null],
    ] as const) {
      assert.equal(country({ country: name }), code, name)
    }
    assert.equal(country({ country: 'Deutschland', countryCode: 'de' }), 'DE')
    assert.equal(country(null), null)
  })

  it('keeps coordinates, prices and capacity as they were written', () => {
    const record = listing({
      address: { lat: 32.069553, lng: -34.820217, full: 'Kaplan St 2', zipcode: '5830' },
      prices: { currency: 'usd', basePrice: 129.99 },
      bathrooms: 1.5,
      accommodates: 4,
      terms: { minNights: 2, maxNights: 30 },
      defaultCheckInTime: '15:00',
      defaultCheckOutTime: '9:30',
      timezone: 'Asia/Jerusalem',
    })
    assert.deepEqual(
      [record.latitude, record.longitude, record.currency, record.defaultNightlyPrice, record.street],
      ['32.069553', '-34.820217', 'USD', '129.99', 'Kaplan St 2'],
    )
    assert.deepEqual(
      [record.details?.bathrooms, record.details?.personCapacity, record.minNights, record.maxNights],
      ['1.5', 4, 2, 30],
    )
    assert.deepEqual(
      [record.details?.checkInTimeStart, record.details?.checkOutTime, record.timeZone],
      ['15:00', '09:30', 'Asia/Jerusalem'],
    )
  })

  it('tells amenities that are there and that are not', () => {
    const { amenities } = listing({
      amenities: ['Wireless Internet', 'Suitable for children (2-12 years)', 'TV', 'TV', null],
      amenitiesNotIncluded: ['Pets allowed', 'TV'],
    })
    assert.deepEqual(amenities, [
      { amenityKey: 'wireless_internet', isPresent: true },
      { amenityKey: 'suitable_for_children_2_12_years', isPresent: true },
      { amenityKey: 'tv', isPresent: true },
      { amenityKey: 'pets_allowed', isPresent: false },
    ])
  })

  it('says nothing of amenities and photos that were not told', () => {
    const record = listing()
    assert.deepEqual([record.amenities, record.photos], [undefined, undefined])
    assert.deepEqual([listing({ amenities: [], pictures: [] }).photos], [[]])
  })

  it('has photos in their order, the largest of each', () => {
    const { photos, thumbnailUrl } = listing({
      pictures: [
        { original: 'https://x/1.jpg', thumbnail: 'https://x/1-s.jpg', caption: 'Hall' },
        { caption: 'none' },
        { thumbnail: '//x/2-s.jpg' },
      ],
    })
    assert.deepEqual(photos, [
      { url: 'https://x/1.jpg', caption: 'Hall', sortOrder: 0 },
      { url: 'https://x/2-s.jpg', caption: null, sortOrder: 2 },
    ])
    assert.equal(thumbnailUrl, 'https://x/1.jpg')
  })

  it('is linked to Airbnb where its address there is told', () => {
    const integrations = [
      { platform: 'airbnb2', active: true, externalUrl: 'https://www.airbnb.com/rooms/12345678?x=1' },
      { platform: 'bookingCom', active: true, externalUrl: 'https://www.booking.com/hotel/x.html' },
      { platform: 'airbnb2' },
    ]
    assert.deepEqual(listing({ integrations }).channels, [
      { platform: 'airbnb', externalId: '12345678', active: true },
    ])
    assert.equal(listing({ integrations, isListed: false }).channels?.[0]?.active, false)
  })
})

describe('a unit of a Guesty multi-unit', () => {
  it('is named and on or off', () => {
    const unit = toUnit(
      { _id: 'u1', title: 'Loft #1', active: false, cleaningStatus: { value: 'dirty' } },
      'l1',
    )
    assert.equal(recordChecks.unit.problem(unit), null)
    assert.deepEqual(unit, {
      externalId: 'u1',
      listingExternalIds: ['l1'],
      name: 'Loft #1',
      active: false,
      housekeepingStatus: 'dirty',
    })
    assert.deepEqual(
      [toUnit({ _id: 'u2' }, 'l1').name, toUnit({ _id: 'u2' }, 'l1').active],
      ['Unit u2', true],
    )
  })
})
