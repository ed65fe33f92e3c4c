import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import type { Service } from './account.ts'
import { isSleptIn } from './account.ts'
import { toListing, toUnit } from './map-listing.ts'
import type { CategoryParts } from './map-listing.ts'
import { textIn, timeOfDay } from './map.ts'
import { VendorCategory } from './vendor.ts'

const rowCheck = compileCheck(VendorCategory)
const service: Service = {
  id: 's',
  isActive: true,
  startOffset: 'P0M0DT15H0M0S',
  endOffset: 'P0M0DT11H30M0S',
  hotel: {
    id: 'hotel',
    name: 'Linden',
    timeZone: 'Australia/Sydney',
    currency: 'AUD',
    pricing: 'Gross',
    language: 'en-AU',
    chainId: null,
    address: {
      Line1: '1 Quay St',
      Line2: ' ',
      City: 'Sydney',
      CountryCode: 'AU',
      CountrySubdivisionCode: 'AU-NSW',
    },
  },
}
const parts: CategoryParts = {
  service,
  units: 3,
  features: ['SeaView', 'AirConditioning'],
  photos: [
    { url: 'https://x/2', ordering: 7 },
    { url: 'https://x/1', ordering: 2 },
  ],
  isPortfolio: false,
}

function listing(fields: object, more: Partial<CategoryParts> = {}) {
  const row: unknown = { Id: 'c', ServiceId: 's', ...fields }
  assert.equal(rowCheck.problem(row), null)
  const record = toListing(row as VendorCategory, { ...parts, ...more })
  assert.equal(recordChecks.listing.problem(record), null)
  return record
}

describe('a Mews room type', () => {
  it('is a listing with as many units as it has rooms', () => {
    const record = listing({ Names: { 'en-AU': 'Double' }, Capacity: 2, ExtraCapacity: 1, Type: 'Room' })
    assert.deepEqual([record.model, record.unitCount, record.name], ['hotel', 3, 'Double'])
    assert.equal(record.details?.personCapacity, 3)
    assert.deepEqual([record.details?.checkInTimeStart, record.details?.checkOutTime], ['15:00', '11:30'])
    assert.deepEqual(
      record.amenities?.map(({ amenityKey }) => amenityKey),
      ['sea_view', 'air_conditioning'],
    )
    assert.deepEqual([record.photos?.[0]?.url, record.thumbnailUrl], ['https://x/1', 'https://x/1'])
  })

  it('stands where its hotel stands', () => {
    const { street, city, state, countryCode, timeZone, currency } = listing({})
    assert.deepEqual(
      [street, city, state, countryCode, timeZone, currency],
      ['1 Quay St', 'Sydney', 'NSW', 'AU', 'Australia/Sydney', 'AUD'],
    )
  })

  it('has a name even if nobody gave it one', () => {
    assert.equal(listing({ Names: {}, ShortNames: { 'en-AU': 'DBL' } }).name, 'DBL')
    assert.equal(listing({ Names: null }).name, 'Room type c')
    assert.equal(listing({ Names: null }).publicName, null)
  })

  it('names its hotel only where the connection reaches several', () => {
    assert.equal(listing({}).accountExternalId, undefined)
    assert.equal(listing({}, { isPortfolio: true }).accountExternalId, 'hotel')
  })

  it('that was deleted, or whose service was, is archived', () => {
    assert.equal(listing({}).lifecycleStatus, 'live')
    assert.equal(listing({ IsActive: false }).lifecycleStatus, 'archived')
    assert.equal(listing({}, { service: { ...service, isActive: false } }).lifecycleStatus, 'archived')
  })

  it('is one unless nobody can sleep in it', () => {
    const types = ['Room', 'Bed', 'Site', 'SomethingNew', null, 'ParkingSpot', 'MeetingRoom', 'ExtraBed']
    const slept = types.map((Type) => isSleptIn({ Id: 'c', ServiceId: 's', Type }))
    assert.deepEqual(slept, [true, true, true, true, true, false, false, false])
  })
})

describe('a Mews room', () => {
  it('has its floor, its state and the room it is part of', () => {
    const row = { Id: 'r', Name: '204', State: 'OutOfOrder', ParentResourceId: 'dorm' }
    const unit = toUnit({ ...row, Data: { Value: { FloorNumber: '2' } } }, 'c')
    assert.equal(recordChecks.unit.problem(unit), null)
    assert.deepEqual(unit, {
      externalId: 'r',
      listingExternalIds: ['c'],
      name: '204',
      active: true,
      parentExternalId: 'dorm',
      housekeepingStatus: 'out_of_order',
      floor: '2',
    })
    assert.equal(toUnit({ Id: 'r', Name: '' }, 'c').name, 'Room r')
  })
})

describe('readings of Mews', () => {
  it('prefer the language of the hotel', () => {
    const texts = { 'fr-FR': 'Chambre', 'en-US': 'Room', 'de-DE': ' ' }
    assert.equal(textIn(texts, 'fr-FR'), 'Chambre')
    assert.equal(textIn(texts, 'de-DE'), 'Room')
    assert.equal(textIn({ 'fr-FR': 'Chambre' }, 'de-DE'), 'Chambre')
    assert.equal(textIn(null, 'de-DE'), null)
  })

  it('take offsets from either end of a day', () => {
    assert.equal(timeOfDay('P0M0DT15H0M0S'), '15:00')
    assert.equal(timeOfDay('P0M1DT12H0M0S'), '12:00')
    assert.equal(timeOfDay('-P0M0DT13H0M0S'), '11:00')
    assert.equal(timeOfDay('P1M0DT0H0M0S'), null)
    assert.equal(timeOfDay(null), null)
  })
})
