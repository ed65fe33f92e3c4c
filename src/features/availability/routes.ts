import { Type } from 'typebox'
import { Availability } from '../../contract/availability.ts'
import { PathId } from '../path-id.ts'
import { route } from '../services.ts'
import { calendarListing, calendarNights } from './queries.ts'
import { maxWindowDays, toDay, windowOf } from './rules.ts'

const date = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description, examples: ['2026-05-01'] }))

export const availabilityRoutes = [
  route({
    method: 'GET',
    url: '/v1/availability/:propertyId',
    id: 'getAvailability',
    tag: 'Availability',
    summary: 'Get the calendar of a property',
    description: `Every night from \`from\` to \`to\`, both included, without gaps; a longer window is cut to its first ${maxWindowDays} days.`,
    params: Type.Object({ propertyId: PathId('property') }, { additionalProperties: false }),
    query: Type.Object(
      {
        from: date('Required. First night, YYYY-MM-DD.'),
        to: date('Required. Last night, YYYY-MM-DD.'),
      },
      { additionalProperties: false },
    ),
    queryAliases: { startDate: 'from', endDate: 'to' },
    reply: Availability,
    errors: ['listing_inactive'],
    listing: 'params.propertyId',
    handle: async ({ services, scope, params, query, fail }) => {
      const window = windowOf(query)
      const [listing, nights] = await Promise.all([
        calendarListing(services.db, scope, params.propertyId),
        calendarNights(services.db, scope, params.propertyId, window.from, window.to),
      ])
      if (!listing) return fail('not_found')
      return {
        propertyId: params.propertyId,
        currency: listing.currency,
        days: nights.map((night) => toDay(night, listing)),
        coverage: { requestedDays: window.days, coveredDays: nights.length, missingDates: [] },
      }
    },
  }),
]
