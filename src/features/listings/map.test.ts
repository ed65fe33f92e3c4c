import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toActiveListing, toListingRow, toMarkups, toPropertyRow } from './map.ts'
import type { ListingColumns } from './queries.ts'

const at = new Date('2026-06-01T08:00:00.000Z')
const row: ListingColumns = {
  id: '3',
  name: 'Sea 4',
  public_name: null,
  street: 'Harbour Road 4',
  city: 'Cascais',
  currency: 'EUR',
  latitude: null,
  time_zone: null,
  country_code: null,
  longitude: null,
  active: true,
  inactive_reason: null,
  lifecycle_status: 'live',
  archived_at: null,
  thumbnail_url: 'https://example.com/4.jpg',
  content: { summary: 'Quiet.', secret: 'not a documented field' },
  details: null,
  photos: null,
  policies: null,
  amenities: [],
  created_at: at,
  updated_at: at,
  channels: [],
  account: null,
}
const off = { ...row, active: false, inactive_reason: 'plan_limit' }

describe('a listing', () => {
  it('shows the documented fields of its content and no other', () => {
    const { content, details } = toActiveListing(row, ['content', 'details'])
    assert.equal(content?.summary, 'Quiet.')
    assert.equal(content?.space, null)
    assert.equal('secret' in (content ?? {}), false)
    assert.equal(details, null)
  })

  it('keeps its place and prices to itself while it is inactive', () => {
    for (const shown of [toListingRow(off, ['content', 'details']), toPropertyRow(off)]) {
      for (const key of ['address', 'city', 'currency', 'content', 'details', 'createdAt', 'thumbnailUrl']) {
        assert.equal(key in shown, false, key)
      }
    }
    assert.equal('publicName' in toPropertyRow(off), false)
  })

  it('reads as archived when its source no longer has it', () => {
    const gone = { ...row, archived_at: at }
    const shown = toListingRow(gone, [])
    assert.deepEqual([shown.status, shown.active, shown.lifecycleStatus], ['archived', true, 'archived'])
    assert.deepEqual(
      [toPropertyRow(gone).status, toPropertyRow(gone).lifecycleStatus],
      ['active', 'archived'],
    )
    const closed = toListingRow({ ...off, archived_at: at }, [])
    assert.deepEqual([closed.status, closed.active], ['archived', false])
  })
})

describe('markups', () => {
  const link = { external_id: 'x', hotel_id: null, markup_percent: null, listing_ids: [] }

  it('are numbers, zero and negative ones too', () => {
    const percents = ['12.500', '0.000', '-5.000', null].map((markup_percent, index) => ({
      ...link,
      platform: 'airbnb',
      external_id: String(index),
      markup_percent,
    }))
    assert.deepEqual(
      toMarkups('3', percents).airbnb.map(({ markupPercent }) => markupPercent),
      [12.5, 0, -5, null],
    )
  })

  it('name a hotel once, by its room where the hotel is not known', () => {
    const hotel = {
      ...link,
      platform: 'booking',
      hotel_id: '77',
      markup_percent: '15.000',
      listing_ids: ['3', '12'],
    }
    const { booking } = toMarkups('3', [
      hotel,
      { ...hotel, external_id: 'y' },
      { ...link, platform: 'booking' },
    ])
    assert.deepEqual(booking, [
      { hotelId: '77', markupPercent: 15, listingIds: ['3', '12'] },
      { hotelId: 'x', markupPercent: null, listingIds: ['3'] },
    ])
  })
})
