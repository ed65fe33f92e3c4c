import * as is from '../kit/shape.ts'

const halfHour = is.like('^([01]\\d|2[0-3]):(00|30)$')
const times = is.exactly({ from: halfHour, until: is.opt(halfHour) })

/** The vendor marks these with a star: each change must send all of them again. */
const starred = {
  // A name has at least three letters, one of them small, at most five digits and no signs.
  property_name: is.like(
    "^(?=.*[a-z])(?!(?:.*\\d){6})(?=(?:.*[A-Za-z]){3})[A-Za-z\\u00c0-\\u024f0-9 '&.,-]{3,255}$",
  ),
  legal_entity_id: is.id,
  physical_address: is.exactly({
    address_line: is.filled,
    city_name: is.filled,
    country_code: is.like('^[a-z]{2}$'),
    ...is.optional({ postal_code: is.text, display_address: is.bit }),
  }),
  position: is.exactly({
    latitude: is.schema({ type: 'number', minimum: -90, maximum: 90 }),
    longitude: is.schema({ type: 'number', minimum: -180, maximum: 180 }),
  }),
  check_in: is.exactly({ from: halfHour, until: halfHour }),
  room_count: is.id,
  target: is.oneOf('test', 'production'),
}
const property = is.exactly({
  ...starred,
  ...is.optional({
    property_category: is.id,
    booking_property_category: is.id,
    check_out: times,
    currency_code: is.currency,
    stars: is.between(0, 5),
    provider_property_id: is.upTo(16),
  }),
})

const group = is.anything
const settingGroups = [
  ...['property_settings', 'pets', 'damage_policy', 'quiet_hours', 'age_buckets', 'children_policies'],
  ...['booking_model', 'accepted_payment_types'],
]

const bed = is.exactly({ bed_type_id: is.id, bed_count: is.id })
const unit = {
  configuration: is.exactly({
    unit_type_id: is.id,
    rooms: is.list(
      is.exactly({
        type: is.oneOf('GUEST_ROOM', 'BEDROOM_SUBROOM', 'LIVING_ROOM_SUBROOM'),
        bed_configurations: is.list(
          is.exactly({ beds: is.list(bed, 1), is_default_configuration: is.opt(is.bool) }),
          1,
        ),
      }),
      1,
    ),
  }),
  unit_name_id: is.id,
}
const unitMore = is.optional({
  number_of_units: is.between(1, 254),
  occupancy_details: is.exactly({ max_guests: is.id, max_children: is.opt(is.count) }),
  size: is.anything,
  smoking_policy: is.text,
  extra_beds_configuration: is.anything,
  partner_reference_name: is.text,
})

const place = '/property-api/properties'
const units = '/rooms-api/properties/:pid/units'

export const propertyShapes: is.RouteShapes = {
  [`POST ${place}`]: { body: property },
  [`GET ${place}/:pid`]: {},
  [`PATCH ${place}/:pid`]: { body: property },
  [`PUT ${place}/:pid/description`]: { body: is.exactly({ text: is.filled, language_code: is.filled }) },
  [`GET ${place}/:pid/settings`]: {},
  [`POST ${place}/:pid/settings`]: {
    body: is.some(Object.fromEntries(settingGroups.map((name) => [name, group]))),
  },
  [`POST ${place}/:pid/status`]: {
    body: is.exactly({
      operation: is.oneOf('CHECK', 'OPEN', 'CLOSE'),
      reason: is.opt(
        is.exactly({
          type: is.oneOf(
            ...['OTHER', 'SEASON', 'RENOVATION', 'PROPERTY_NOT_AVAILABLE', 'FULLY_BOOKED', 'ISSUES_GUESTS'],
            ...['ISSUES_BOOKING', 'STRATEGY'],
          ),
          description: is.opt(is.text),
        }),
      ),
    }),
  },
  [`GET ${units}`]: {},
  [`POST ${units}`]: { body: is.exactly({ ...unit, ...unitMore }) },
  [`PATCH ${units}/:id`]: { body: is.exactly({ ...is.optional(unit), ...unitMore }) },
  [`DELETE ${units}/:id`]: {},
}
