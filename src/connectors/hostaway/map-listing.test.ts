import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordChecks } from '../../connector-kit/validate.ts'
import { toListing } from './map-listing.ts'
import type { VendorListing, VendorUnit } from './vendor.ts'

const names = {
  amenities: new Map([['2', 'Air conditioning']]),
  propertyTypes: new Map([['1', 'Apartment']]),
}

function listing(fields: Partial<VendorListing>, units: VendorUnit[] = []) {
  const record = toListing({ id: 40160, name: 'Quiet flat', ...fields }, units, names)
  assert.equal(recordChecks.listing.problem(record), null)
  return record
}

describe('a Hostaway listing', () => {
  it('is called by its internal name, and by the public one among guests', () => {
    const record = listing({ internalListingName: 'Property #3', externalListingName: 'Sunny flat' })
    assert.deepEqual([record.name, record.publicName], ['Property #3', 'Sunny flat'])
    assert.equal(listing({ internalListingName: ' ' }).name, 'Quiet flat')
    assert.equal(listing({ name: null }).name, 'Listing 40160')
  })

  it('is a hotel when it has several units', () => {
    const units = [1, 2, 3].map((id) => ({ id }))
    assert.deepEqual([listing({}, units).model, listing({}, units).unitCount], ['hotel', 3])
    assert.deepEqual([listing({}).model, listing({}).unitCount], ['home', 1])
    assert.deepEqual([listing({}, [{ id: 1 }]).model, listing({}, [{ id: 1 }]).unitCount], ['home', 1])
  })

  it('has the channels whose address tells an id', () => {
    const airbnb = (airbnbListingUrl: string) => listing({ airbnbListingUrl }).channels?.[0]?.externalId
    assert.equal(airbnb('https://www.airbnb.com/rooms/1234567'), '1234567')
    assert.equal(airbnb('https://www.airbnb.co.uk/rooms/plus/1234567?x=1'), '1234567')
    assert.equal(airbnb('https://www.airbnb.com/h/sunny'), undefined)
    const vrbo = (vrboListingUrl: string) => listing({ vrboListingUrl }).channels?.[0]?.externalId
    assert.equal(vrbo('https://www.vrbo.com/1234567'), '1234567')
    assert.equal(vrbo('https://www.vrbo.com/1234567ha?a=2'), '1234567')
    assert.equal(vrbo('https://www.vrbo.com/en-gb/vacation-rental/p1234567vb'), '1234567')
    assert.equal(vrbo(''), undefined)
  })

  it('reads a markup as a factor, and leaves out what cannot be one', () => {
    const markup = (airbnbOfficialListingMarkup: number | null) =>
      listing({ airbnbListingUrl: 'https://www.airbnb.com/rooms/1', airbnbOfficialListingMarkup })
        .channels?.[0]?.markupPercent
    assert.deepEqual([1.1, 1, 1.155, null, 0.9, 15].map(markup), [
      '10',
      '0',
      '15.5',
      null,
      undefined,
      undefined,
    ])
  })

  it('is not active on its channels when it is archived', () => {
    const record = listing({ specialStatus: 'archived', airbnbListingUrl: 'https://www.airbnb.com/rooms/1' })
    assert.equal(record.lifecycleStatus, 'archived')
    assert.equal(record.channels?.[0]?.active, false)
  })

  it('has amenities and photos only when they were sent', () => {
    assert.ok(!('amenities' in listing({})) && !('photos' in listing({})))
    const record = listing({
      listingAmenities: [
        { amenityId: 2 },
        { amenityId: 2 },
        { amenityId: 99 },
        { amenityName: 'Hot tub / Sauna' },
      ],
      listingImages: [
        { url: 'https://x/2', sortOrder: 2 },
        { url: '' },
        { url: 'https://x/1', caption: 'Hall', sortOrder: 1 },
      ],
    })
    assert.deepEqual(
      record.amenities?.map(({ amenityKey }) => amenityKey),
      ['air_conditioning', 'hot_tub_sauna'],
    )
    assert.deepEqual(
      record.photos?.map(({ url }) => url),
      ['https://x/1', 'https://x/2'],
    )
  })

  it('gives hours as times', () => {
    const { details } = listing({
      checkInTimeStart: 15,
      checkOutTime: 11,
      bathroomsNumber: 1.5,
      propertyTypeId: 1,
    })
    assert.deepEqual(
      [details?.checkInTimeStart, details?.checkOutTime, details?.bathrooms, details?.propertyType],
      ['15:00', '11:00', '1.5', 'Apartment'],
    )
  })
})
