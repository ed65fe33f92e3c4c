import { Type } from 'typebox'
import { BookingAvailability, BookingPricing } from '../../../contract/channel-booking-nights.ts'
import {
  BookingAvailabilityBody,
  BookingPricingBody,
  BookingUpdated,
  bookingUpdateTypes,
  type BookingUpdate,
} from '../../../contract/channel-booking-rates.ts'
import { Flag } from '../../../http/list.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { setDerivedPrices } from './set-derived-prices.ts'
import { callErrors } from './errors.ts'
import { HotelId, HotelIdFilter, findHotel, findHotelOfListing } from './hotels.ts'
import { toNightRange, readAvailability, readPricing } from './read-rates.ts'
import { parseChoice } from '../engine/invalid-body.ts'
import { checkUpdate, assertNoForeignFields, invalidField } from './rate-updates.ts'
import { setRates } from './set-rates.ts'
import { decimalString } from '../../../connector-kit/money.ts'
import type { OccupancyRules } from '../../../connector-kit/rate-calendar-operations.ts'

const tag = 'Booking'

const nights = {
  start_date: Type.Optional(
    Type.String({
      format: 'date',
      pattern: '^(?!0000)',
      description: 'First night, YYYY-MM-DD; tomorrow unless told.',
      examples: ['2026-07-01'],
    }),
  ),
  number_of_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 31, description: 'How many nights; 31 unless told.' }),
  ),
}

const setErrors = [
  ...callErrors,
  'listing_inactive',
  'invalid_state',
  'pms_writes_off',
  'channel_not_supported',
  'restriction_not_supported',
  'inventory_not_in_rate_update',
] as const

export const bookingRateRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/booking/availability',
    id: 'getBookingAvailability',
    family: 'calendar',
    // The call covers a whole property of Booking.com.
    ofListings: 'refused',
    tag,
    summary: 'Get rooms and nights of a property',
    description:
      'Read from Booking.com now: rooms left to sell, booked and called off, and with `room_level=false` every rate with its prices and rules.',
    query: Type.Object(
      {
        property_id: HotelId,
        ...nights,
        room_id: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 20,
            pattern: '^[^\\u0000]*$',
            description: "Only this room, by Booking.com's id.",
            examples: ['1030001'],
          }),
        ),
        room_level: Type.Optional(Flag('Rooms without their rates. True unless told.')),
      },
      { additionalProperties: false },
    ),
    reply: BookingAvailability,
    errors: [...callErrors, 'not_found', 'listing_inactive', 'channel_not_supported'],
    handle: async ({ services, scope, query }) => {
      const hotel = await findHotel(services, scope, query.property_id, 'property_id')
      return readAvailability(services, scope, hotel, {
        ...toNightRange(services, query),
        roomId: query.room_id,
        roomLevel: query.room_level ?? true,
      })
    },
  }),

  route({
    method: 'PUT',
    url: '/v1/channels/booking/availability',
    id: 'setBookingAvailability',
    family: 'calendar',
    ofListings: 'refused',
    tag,
    summary: 'Set rates or availability of a property',
    description:
      'Room by room and rate by rate, in the way in which the property has its prices, and read back unless `verify` is false. `derived-pricing` says how prices for other numbers of guests follow the price of a rate, at properties that have a price for the room; Booking.com does not tell such rules again, so they stay `unverified`. A rate that itself follows another one takes no prices. A rate that is written from a calendar here, how many are left of such a room, and a room that a PMS writes are refused with `invalid_state`, whose `fix` names the route to use.',
    query: DryRun,
    body: BookingAvailabilityBody,
    reply: BookingUpdated,
    errors: [...setErrors, 'not_found', 'invalid_type'],
    handle: async ({ services, scope, query, body }) => {
      const type = parseChoice('type', body.type, bookingUpdateTypes)
      const hotel = await findHotel(services, scope, String(body.property_id), 'property_id')
      const options = { hotel, verify: body.verify ?? true, dryRun: query.dry_run === true }
      if (type === 'derived-pricing')
        return setDerivedPrices(
          { services, scope },
          { ...options, rules: body.updates.map(checkOccupancyRules) },
        )
      const updates = body.updates.map((update, index) => checkUpdate(update, index, type))
      return setRates({ services, scope }, { ...options, updates })
    },
  }),

  route({
    method: 'GET',
    url: '/v1/channels/booking/listings/:id/pricing',
    id: 'getBookingPricing',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Get the rates of a listing at Booking.com',
    description: 'Read from Booking.com now, of every room that is the listing.',
    params: idParams('listing'),
    listing: 'params.id',
    query: Type.Object({ hotel_id: HotelIdFilter, ...nights }, { additionalProperties: false }),
    reply: BookingPricing,
    errors: [...callErrors, 'listing_not_on_booking', 'ambiguous_booking_mapping', 'channel_not_supported'],
    handle: async ({ services, scope, params, query }) => {
      const selector = { hotelId: query.hotel_id, field: 'hotel_id' }
      const at = await findHotelOfListing(services, scope, params.id, selector)
      return readPricing(services, scope, params.id, at, toNightRange(services, query))
    },
  }),

  route({
    method: 'PUT',
    url: '/v1/channels/booking/listings/:id/pricing',
    id: 'setBookingPricing',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Set the rates of a listing at Booking.com',
    description:
      'As setting `rates` of the property, for rooms that are the listing. A rate that is written from the calendar of the listing is refused with `invalid_state`, whose `fix` names the route to use.',
    params: idParams('listing'),
    listing: 'params.id',
    query: Type.Object({ hotel_id: HotelIdFilter, ...DryRun.properties }, { additionalProperties: false }),
    body: BookingPricingBody,
    reply: BookingUpdated,
    errors: [...setErrors, 'listing_not_on_booking', 'ambiguous_booking_mapping'],
    handle: async ({ services, scope, params, query, body }) => {
      const selector = { hotelId: query.hotel_id, field: 'hotel_id' }
      const { hotel, rooms } = await findHotelOfListing(services, scope, params.id, selector)
      const updates = body.updates.map((update, index) => checkUpdate(update, index, 'rates'))
      for (const [index, { roomId }] of updates.entries()) {
        if (rooms.some((room) => room.roomId === roomId)) continue
        throw new ApiError('not_found', `Room ${roomId} of the property is not listing ${params.id}.`, {
          field: `updates[${index}].roomId`,
          value_received: roomId,
          valid_values: rooms.map((room) => room.roomId),
        })
      }
      const write = { hotel, updates, verify: body.verify ?? true, dryRun: query.dry_run === true }
      return setRates({ services, scope }, write)
    },
  }),
]

/** Checks rules that derive prices for other guest numbers, as far as possible without a call. Pure. */
type OtherOccupancy = NonNullable<BookingUpdate['occupancies']>[number]

/** Throws for rules that contradict themselves. */
function checkOccupancyRules(update: BookingUpdate, index: number): OccupancyRules {
  const at = (name: string) => `updates[${index}].${name}`
  assertNoForeignFields(update, at, 'derived-pricing')
  const { leadingOccupancy: guests, occupancies } = update
  if (guests === undefined)
    throw invalidField(at('leadingOccupancy'), '`leadingOccupancy` is required with derived pricing.')
  if (occupancies === undefined)
    throw invalidField(at('occupancies'), '`occupancies` is required with derived pricing.')
  const counts = new Set([guests])
  const others = occupancies.map((other, place) => {
    const of = (name: keyof OtherOccupancy) => at(`occupancies[${place}].${name}`)
    const { persons, percentage, additional, round } = other
    if (counts.has(persons)) {
      const reason = persons === guests ? 'the price itself is for so many' : 'they stand there twice'
      throw invalidField(of('persons'), `\`persons\` cannot be ${persons}: ${reason}.`, {
        value_received: persons,
      })
    }
    counts.add(persons)
    const value = percentage ?? additional
    if (value === undefined || (percentage !== undefined && additional !== undefined))
      throw invalidField(of('percentage'), 'Either `percentage` or `additional` is required, and not both.')
    return {
      guests: persons,
      by: percentage === undefined ? ('amount' as const) : ('percentage' as const),
      value: decimalString(value) ?? '0',
      rounded: round ?? null,
    }
  })
  return { roomId: String(update.roomId), rateId: String(update.rateId), guests, others }
}
