import type { TProperties } from 'typebox'
import * as is from '../kit/shape.ts'
import { busySubtypes, checkInCategories, platforms, roomTypes } from './vocabulary.ts'

/** Shapes of requests as far as they are known; README.md says which parts are guesses. */

export const paged = { _limit: is.between(1, 50), _cursor: is.filled }
export const channelId = is.like('^\\d{1,20}$')

const half = { type: 'number', minimum: 0, maximum: 50, multipleOf: 0.5 }
const listing: TProperties = {
  name: is.like('^[^]{8,255}$'),
  listing_nickname: is.orNull(is.text),
  property_type_group: is.filled,
  property_type_category: is.filled,
  room_type_category: is.oneOf(...roomTypes),
  bedrooms: is.between(0, 50),
  bathrooms: is.schema(half),
  beds: is.between(0, 50),
  amenity_categories: is.list(is.filled),
  accessibility_features: is.list(is.filled),
  street: is.filled,
  apt: is.orNull(is.text),
  city: is.filled,
  state: is.orNull(is.text),
  zipcode: is.orNull(is.text),
  country_code: is.like('^[A-Z]{2}$'),
  lat: is.number,
  lng: is.number,
  person_capacity: is.between(1, 99),
  check_in_option: is.exactly({
    category: is.oneOf(...checkInCategories),
    instruction: is.opt(is.orNull(is.text)),
  }),
  house_manual: is.orNull(is.text),
  directions: is.orNull(is.text),
  wifi_network: is.orNull(is.text),
  wifi_password: is.orNull(is.text),
  quiet_hours: is.list(is.filled),
  total_inventory_count: is.between(1, 500),
  property_external_id: is.orNull(is.text),
  has_availability: is.bool,
  deactivation_reason: is.filled,
  synchronization_category: is.orNull(is.oneOf('sync_all')),
}

const night: TProperties = {
  availability: is.oneOf('available', 'unavailable', 'default'),
  available_count: is.between(0, 500),
  daily_price: is.schema({ type: 'number', exclusiveMinimum: 0 }),
  min_nights: is.between(1, 1125),
  max_nights: is.between(1, 1125),
  closed_to_arrival: is.bool,
  closed_to_departure: is.bool,
  busy_subtype: is.oneOf(...busySubtypes),
  notes: is.text,
}
/** A host can set the same fields by hand. */
export const nightByHand = is.exactly({ from: is.day, to: is.day, ...is.optional(night) })
const dates = is.list(is.like('^\\d{4}-\\d{2}-\\d{2}(:\\d{4}-\\d{2}-\\d{2})?$'), 1)
const operations = (fields: TProperties) =>
  is.exactly({
    listing_id: channelId,
    operations: is.list(is.exactly({ dates, ...is.optional(fields) }), 1),
  })

export const listingRequests: is.RouteShapes = {
  'GET /users/me': {},
  'GET /listings': {
    query: is.some({
      user_id: channelId,
      has_availability: is.flag,
      exclude_active: is.flag,
      exclude_cohosted_listings: is.flag,
      ...paged,
    }),
  },
  'POST /listings': { body: is.exactly({ ...is.optional(listing), name: listing.name ?? is.filled }) },
  'GET /listings/:id': {},
  'PUT /listings/:id': { body: is.some(listing) },
  'DELETE /listings/:id': {},
  'GET /calendars/:id/:start/:end': {},
  'PUT /calendars/:id/:start/:end': { body: is.some(night) },
  'POST /calendar_operations': {
    query: is.some({ _allow_dates_overlap: is.flag }),
    body: operations(night),
  },
  'POST /calendar_operations_requests': {
    body: operations({ ...night, platform: is.oneOf(...platforms), other_platform_name: is.filled }),
  },
}

const code = is.exactly({ code: is.filled })
const renewal = is.exactly({
  refresh_token: is.filled,
  reset_refresh_token: is.opt(is.bit),
})

export const tokenRequests: is.RouteShapes = {
  'POST /oauth2/authorizations': {
    query: is.some({ _unwrapped: is.flag }),
    body: is.schema({ anyOf: [code, renewal] }),
  },
  'GET /oauth2/authorizations/:token': {},
  'DELETE /oauth2/authorizations/:token': {},
}
