import { Type } from 'typebox'
import type { ContentSection, PropertyContent } from '../../connector-kit/property-content-operations.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import {
  BookingContent,
  BookingContentBody,
  BookingContentSet,
  bookingContentTypes,
  BookingContentType,
} from '../../contract/channel-booking-property.ts'
import { ApiError } from '../../platform/api-error.ts'
import { DryRun } from '../dry-run.ts'
import { route } from '../route.ts'
import { callErrors } from './errors.ts'
import { HotelId, hotelAt } from './hotels.ts'
import { propertyCall } from './property-call.ts'
import { provider } from './provider.ts'

const tag = 'Booking'
const url = '/v1/channels/booking/content'
const errors = [...callErrors, 'not_found', 'invalid_type', 'channel_not_supported'] as const

function typeIn(type: string): string {
  if (bookingContentTypes.some((name) => name === type)) return type
  throw new ApiError('invalid_type', `\`type\` is one of ${bookingContentTypes.join(', ')}.`, {
    field: 'type',
    value_received: type,
    valid_values: [...bookingContentTypes],
  })
}

/** Throws where there is no way to read or to write it. */
function sectionOf(
  { sections }: PropertyContent,
  type: string,
  way: 'unreadable' | 'unwritable',
): ContentSection {
  const section = sections[type]
  const why = section ? section[way] : 'the channel has no such section'
  if (section && why === undefined) return section
  throw new ApiError(
    'channel_not_supported',
    `\`${type}\` cannot be ${way === 'unreadable' ? 'read' : 'set'} from here: ${why}.`,
    { channel: provider },
    { fix: 'Do it in the extranet of Booking.com.' },
  )
}

export const bookingContentRoutes = [
  route({
    method: 'GET',
    url,
    id: 'getBookingContent',
    tag,
    summary: 'Get what a property says of itself',
    description:
      'One section, read from Booking.com now, in its words. Of licences it is what the place asks for.',
    query: Type.Object({ type: BookingContentType, property_id: HotelId }, { additionalProperties: false }),
    reply: BookingContent,
    errors,
    handle: async ({ services, scope, query }) => {
      const type = typeIn(query.type)
      const hotel = await hotelAt(services, scope, query.property_id, 'property_id')
      const { operation, ask } = await propertyCall(services, scope, hotel, 'propertyContent')
      sectionOf(operation, type, 'unreadable')
      const content = await ask((context) => operation.read(context, type))
      return { hotelId: hotel.external_account_id, type, content }
    },
  }),

  route({
    method: 'POST',
    url,
    id: 'setBookingContent',
    tag,
    summary: 'Set what a property says of itself',
    description:
      'One section, in the words of Booking.com, which checks it. Sent twice it does no harm: sections are set, and a photo that is there already is not added again.',
    query: DryRun,
    body: BookingContentBody,
    reply: BookingContentSet,
    errors,
    handle: async ({ services, scope, query, body }) => {
      const type = typeIn(body.type)
      const hotel = await hotelAt(services, scope, String(body.property_id), 'property_id')
      const { operation, ask } = await propertyCall(services, scope, hotel, 'propertyContent')
      const { shape } = sectionOf(operation, type, 'unwritable')
      if (Array.isArray(body.content) !== (shape === 'list')) {
        const wanted = shape === 'list' ? 'a list' : 'an object'
        throw new ApiError('invalid_body', `\`content\` of \`${type}\` is ${wanted}.`, { field: 'content' })
      }
      const told = { hotelId: hotel.external_account_id, type, success: true }
      if (query.dry_run === true) return { ...told, answer: null, dryRun: true as const }
      const write = (context: VendorContext) => operation.write(context, type, body.content)
      return { ...told, answer: await ask(write, `\`${type}\` was set`) }
    },
  }),
]
