import { Type } from 'typebox'
import type { VendorContext } from '../../../connector-kit/vendor-context.ts'
import {
  BookingContent,
  BookingContentBody,
  BookingContentSet,
  bookingContentTypes,
  BookingContentType,
} from '../../../contract/channel-booking-property.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { route } from '../../route.ts'
import { parseChoice } from '../engine/invalid-body.ts'
import { findSection } from './content-sections.ts'
import { callErrors } from './errors.ts'
import { HotelId, findHotel } from './hotels.ts'
import { openProperty } from './open-property.ts'

const tag = 'Booking'
const url = '/v1/channels/booking/content'
const errors = [...callErrors, 'not_found', 'invalid_type', 'channel_not_supported'] as const

export const bookingContentRoutes = [
  route({
    method: 'GET',
    url,
    id: 'getBookingContent',
    family: 'listings',
    // The call covers a whole property of Booking.com.
    ofListings: 'refused',
    tag,
    summary: 'Get what a property says of itself',
    description:
      'One section, read from Booking.com now, in its words. Of `licences` it is what the place asks for (`requirements`) and what was handed in (`licence`); the latter, and `policies`, need `BOOKING_UNVERIFIED_CALLS`.',
    query: Type.Object({ type: BookingContentType, property_id: HotelId }, { additionalProperties: false }),
    reply: BookingContent,
    errors,
    handle: async ({ services, scope, query }) => {
      const type = parseChoice('type', query.type, bookingContentTypes)
      const hotel = await findHotel(services, scope, query.property_id, 'property_id')
      const { operation, ask } = await openProperty(services, scope, hotel, 'propertyContent')
      findSection(operation, type, 'unreadable')
      const content = await ask((context) => operation.read(context, type))
      return { hotelId: hotel.external_account_id, type, content }
    },
  }),

  route({
    method: 'POST',
    url,
    id: 'setBookingContent',
    family: 'listings',
    ofListings: 'refused',
    tag,
    summary: 'Set what a property says of itself',
    description:
      'One section, in the words of Booking.com, which checks it. Sent twice it does no harm: sections are set, and a photo or a policy that is there already is not added again. `policies` (`policy_code`, `no_show_penalty`, `guarantee_payment`; one with a `policy_id` is changed) and `licences` (`variant_id`, `content_data`) need `BOOKING_UNVERIFIED_CALLS`.',
    query: DryRun,
    body: BookingContentBody,
    reply: BookingContentSet,
    errors,
    handle: async ({ services, scope, query, body }) => {
      const type = parseChoice('type', body.type, bookingContentTypes)
      const hotel = await findHotel(services, scope, String(body.property_id), 'property_id')
      const { operation, ask } = await openProperty(services, scope, hotel, 'propertyContent')
      const { shape, problem } = findSection(operation, type, 'unwritable')
      if (Array.isArray(body.content) !== (shape === 'list')) {
        const expected = shape === 'list' ? 'a list' : 'an object'
        throw new ApiError('invalid_body', `\`content\` of \`${type}\` is ${expected}.`, { field: 'content' })
      }
      const wrong = problem?.(body.content) ?? null
      if (wrong !== null) {
        const { field, message } = wrong
        throw new ApiError('invalid_body', `\`${field}\` ${message}.`, { field: `content.${field}` })
      }
      const reply = { hotelId: hotel.external_account_id, type, success: true }
      if (query.dry_run === true) return { ...reply, answer: null, dryRun: true as const }
      const write = (context: VendorContext) => operation.write(context, type, body.content)
      return { ...reply, answer: await ask(write, `\`${type}\` was set`) }
    },
  }),
]
