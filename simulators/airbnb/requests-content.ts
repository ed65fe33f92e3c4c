import type { TProperties } from 'typebox'
import * as is from '../kit/shape.ts'
import { pictureTypes } from './media.ts'
import { channelId, paged } from './requests.ts'
import { expectations, photoCategories, roomTypesInside } from './vocabulary.ts'

const ofListing = { query: is.exactly({ listing_id: channelId }) }
const words = (most: number) => is.orNull(is.upTo(most))

const photo: TProperties = {
  caption: words(250),
  sort_order: is.between(1, 1000),
  room_id: is.orNull(is.filled),
  category: is.oneOf(...photoCategories),
  amenity: is.orNull(is.filled),
}
const room: TProperties = {
  beds: is.list(is.exactly({ type: is.filled, quantity: is.between(1, 20) })),
  accessibility_features: is.list(is.filled),
}

const hours = is.schema({ enum: [...Array.from({ length: 25 }, (_, hour) => hour), 48, 72, 168] })
const notice = is.schema({ anyOf: [{ enum: [-1, 0] }, { type: 'integer', minimum: 30, maximum: 365 }] })
const weekday = is.between(0, 6)
const amount = is.orNull(is.price)

export const contentRequests: is.RouteShapes = {
  'GET /listing_descriptions': ofListing,
  'GET /listing_descriptions/:id/:locale': {},
  'PUT /listing_descriptions/:id/:locale': {
    body: is.some({
      name: is.like('^[^]{8,255}$'),
      summary: words(500),
      ...Object.fromEntries(
        ['space', 'access', 'interaction', 'neighborhood_overview', 'transit', 'notes', 'house_rules'].map(
          (name) => [name, words(5000)],
        ),
      ),
    }),
  },
  'GET /listing_photos': { query: is.exactly({ listing_id: channelId, ...is.optional(paged) }) },
  'GET /listing_photos/:id': {},
  'POST /listing_photos': {
    body: is.exactly({
      ...{ listing_id: channelId, image: is.filled, content_type: is.oneOf(...pictureTypes) },
      ...{ filename: is.opt(is.filled), ...is.optional(photo) },
    }),
  },
  'PUT /listing_photos/:id': { body: is.some(photo) },
  'DELETE /listing_photos/:id': {},
  'GET /listing_rooms': ofListing,
  'GET /listing_rooms/': ofListing,
  'POST /listing_rooms': {
    body: is.exactly({
      listing_id: channelId,
      room_type: is.oneOf(...roomTypesInside),
      ...is.optional(room),
    }),
  },
  'PUT /listing_rooms/:id/:room': { body: is.some(room) },
  'DELETE /listing_rooms/:id/:room': {},
  'GET /listing_checkin_guides': ofListing,
  'PUT /listing_checkin_guides/:id/:locale': {
    body: is.exactly({ steps: is.list(is.exactly({ notes: is.like('^[^]{1,5000}$') })) }),
  },
  'GET /listing_checkout_tasks': ofListing,
  'PUT /listing_checkout_tasks/:id': {
    body: is.exactly({
      tasks: is.list(
        is.exactly({ task_type: is.filled, is_present: is.bool, added_details: is.orNull(is.text) }),
      ),
    }),
  },
  'GET /listing_permits/:id': {},
  'PUT /listing_permits/:id': {
    body: is.exactly({
      permits: is.list(
        is.exactly({
          ...{ regulatory_body: is.filled, regulation_type: is.filled, flow_slug: is.filled },
          ...{ regulation_context: is.opt(is.orNull(is.text)), answers: is.schema({ type: 'object' }) },
        }),
        1,
      ),
    }),
  },
  'GET /listing_quality/:id': {},
  'GET /booking_settings/:id': {},
  'PUT /booking_settings/:id': {
    body: is.some({
      cancellation_policy_settings: is.exactly({
        cancellation_policy_category: is.filled,
        non_refundable_price_factor: is.opt(is.schema({ type: 'number', minimum: 0.7, maximum: 1 })),
      }),
      check_in_time_start: is.like('^([89]|1\\d|2[0-3]|FLEXIBLE)$'),
      check_in_time_end: is.like('^(9|1\\d|2[0-7]|FLEXIBLE)$'),
      check_out_time: is.between(0, 23),
      instant_booking_allowed_category: is.orNull(is.oneOf('everyone', 'well_reviewed_guests')),
      instant_book_welcome_message: words(200),
      guest_controls: is.some({
        ...Object.fromEntries(
          ['children', 'infants', 'pets', 'smoking', 'events'].map((guestKind) => [
            `allows_${guestKind}_as_host`,
            is.bool,
          ]),
        ),
        pet_capacity: is.between(1, 5),
        children_not_allowed_details: is.text,
      }),
      listing_expectations_for_guests: is.list(
        is.exactly({ type: is.oneOf(...expectations), added_details: is.opt(words(300)) }),
      ),
    }),
  },
  'GET /availability_rules/:id': {},
  'PUT /availability_rules/:id': {
    body: is.some({
      default_min_nights: is.between(1, 1125),
      default_max_nights: is.between(1, 1125),
      booking_lead_time: is.exactly({ hours, allow_request_to_book: is.opt(is.between(-1, 1)) }),
      max_days_notice: is.exactly({ days: notice }),
      turnover_days: is.between(0, 2),
      allow_rtb_above_max_nights: is.bool,
      day_of_week_min_nights: is.list(is.exactly({ day_of_week: weekday, min_nights: is.between(1, 1125) })),
      day_of_week_check_in: is.list(weekday),
      day_of_week_check_out: is.list(weekday),
      seasonal_min_nights: is.list(
        is.exactly({ start_date: is.day, end_date: is.day, min_nights: is.between(1, 1125) }),
      ),
    }),
  },
  'GET /pricing_settings/:id': {},
  'PUT /pricing_settings/:id': {
    body: is.some({
      listing_currency: is.currency,
      pricing_model: is.oneOf('STANDARD', 'LOS_RECORD', 'RATE_PLAN'),
      default_daily_price: is.schema({ type: 'number', exclusiveMinimum: 0 }),
      weekend_price: amount,
      cleaning_fee: amount,
      guests_included: is.between(1, 99),
      price_per_extra_person: amount,
      standard_fees: is.list(
        is.exactly({ fee_type: is.filled, amount: is.price, amount_type: is.oneOf('flat', 'percent') }),
      ),
      default_pricing_rules: is.list(
        is.exactly({
          rule_type: is.filled,
          threshold_one: is.schema({ enum: [7, 28] }),
          price_change: is.schema({ type: 'number', minimum: -99, maximum: 0 }),
        }),
      ),
      pass_through_taxes_collection_type: is.orNull(is.filled),
      los_records: is.list(is.like('^\\d{4}-\\d{2}-\\d{2},\\d+(,\\d+(\\.\\d+)?)+$')),
      rate_plans: is.list(
        is.exactly({
          ...{ id: is.filled, name: is.filled },
          price_factor: is.schema({ type: 'number', exclusiveMinimum: 0, maximum: 10 }),
        }),
      ),
    }),
  },
}
