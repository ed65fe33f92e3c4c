import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordChecks } from '../../connector-kit/validate.ts'
import { listingPlace } from './listing-id.ts'
import { toListing, type ListingParts } from './map-listing.ts'

function listing(parts: {
  property?: Partial<ListingParts['property']>
  room?: Partial<ListingParts['room']>
  roomTypes?: number
  settings?: ListingParts['settings']
}) {
  const record = toListing({
    property: { id: 41203, name: 'Quiet flat', ...parts.property },
    room: { id: 90117, name: 'Quiet flat', units: 1, ...parts.room },
    roomTypes: parts.roomTypes ?? 1,
    settings: parts.settings ?? null,
  })
  assert.equal(recordChecks.listing.problem(record), null)
  return record
}

describe('a Lodgify listing', () => {
  it('is a room type of a property', () => {
    assert.equal(listing({}).externalId, '41203-90117')
    assert.deepEqual(listingPlace('41203-90117'), { propertyId: '41203', roomTypeId: '90117' })
    for (const id of ['41203', '', '41203-', 'a-1', '1-2-3', '../1-2']) assert.equal(listingPlace(id), null)
  })

  it('is called like its property, and like its room type as well where there are several', () => {
    const property = { name: 'Mill House', internal_name: 'PT-001' }
    assert.deepEqual([listing({ property }).name, listing({ property }).publicName], ['PT-001', 'Mill House'])
    const room = { name: 'Suite' }
    const several = listing({ property, room, roomTypes: 2 })
    assert.deepEqual([several.name, several.publicName], ['PT-001 – Suite', 'Mill House – Suite'])
    assert.equal(
      listing({ property: { name: ' ', internal_name: null }, room: { name: null } }).name,
      'Property 41203',
    )
  })

  it('is a hotel when it has several units', () => {
    assert.deepEqual([listing({}).model, listing({}).unitCount], ['home', 1])
    const inn = listing({ room: { units: 4 } })
    assert.deepEqual([inn.model, inn.unitCount], ['hotel', 4])
    assert.equal(listing({ room: { units: 0 } }).unitCount, 1)
  })

  it('has no time zone, because the vendor has none', () => {
    assert.ok(!('timeZone' in listing({})))
  })

  it('reads no price: the lowest one of the list is in euros, whatever the currency', () => {
    const record = listing({ property: { currency_code: 'jpy', ...({ min_price: 60 } as object) } })
    assert.deepEqual([record.currency, record.defaultNightlyPrice], ['JPY', undefined])
  })

  it('gives hours as times, and days of notice', () => {
    const settings = {
      check_in_hour: 15,
      check_out_hour: 11,
      advance_notice_days: 2,
      preparation_time_days: 1,
    }
    const { details } = listing({ settings })
    assert.deepEqual(
      [details?.checkInTimeStart, details?.checkOutTime, details?.advanceBookingDays, details?.turnoverDays],
      ['15:00', '11:00', 2, 1],
    )
    assert.ok(!('checkInTimeStart' in (listing({}).details ?? {})))
  })

  it('completes the addresses of pictures', () => {
    const images = [{ url: '//img.example.com/1.jpg', text: 'Hall' }, { url: '' }, { url: 'https://x/2.jpg' }]
    assert.deepEqual(listing({ room: { images } }).photos, [
      { url: 'https://img.example.com/1.jpg', caption: 'Hall', sortOrder: 0 },
      { url: 'https://x/2.jpg', caption: null, sortOrder: 2 },
    ])
  })

  it('has amenities by category, each once', () => {
    const amenities = {
      outside: [{ name: 'Garden' }, { name: 'Barbecue / grill' }],
      wifi: [{ name: null, text: 'Wifi' }, { name: 'Garden' }],
      parking: null,
    }
    assert.deepEqual(
      listing({ room: { amenities } }).amenities?.map(({ amenityKey, category }) => [amenityKey, category]),
      [
        ['garden', 'wifi'],
        ['barbecue_grill', 'outside'],
        ['wifi', 'wifi'],
      ],
    )
  })

  it('has texts without markup', () => {
    const record = listing({ property: { description: '<p>Bright &amp; quiet.</p><p>Near <b>all</b>.</p>' } })
    assert.equal(record.content?.description, 'Bright & quiet.\nNear all.')
  })

  it('stands nowhere when it stands at zero', () => {
    assert.ok(!('latitude' in listing({ property: { latitude: 0, longitude: 0 } })))
    assert.equal(listing({ property: { latitude: 51.5, longitude: 0 } }).longitude, '0')
  })
})
