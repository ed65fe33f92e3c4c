import { Type } from 'typebox'
import { Availability } from '../../../contract/availability.ts'
import {
  AvailabilityBatchBody,
  AvailabilityBody,
  AvailabilityWritten,
} from '../../../contract/availability-write.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { PathId } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { refreshIfOlder, maxAge, sourcesOfNights } from '../../sync/public.ts'
import { storedNights } from '../../../records/calendar/public.ts'
import { nightDetails } from './audit-details.ts'
import { calendarCurrency } from './queries.ts'
import { maxWindowDays, parseNightWindow } from '../../../http/params/night-window.ts'
import { toDay } from './rules.ts'
import { writeAvailability } from '../night-writes/write-availability.ts'

const writeErrors = [
  'listing_inactive',
  'no_connection',
  'connection_reauth_required',
  'insufficient_access',
  'pms_writes_off',
  'pms_write_unsupported',
  'channel_not_supported',
  'listing_not_api_connected',
] as const

const date = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description, examples: ['2026-05-01'] }))

export const availabilityRoutes = [
  route({
    method: 'GET',
    url: '/v1/availability/:propertyId',
    id: 'getAvailability',
    family: 'calendar',
    ofListings: 'narrows',
    tag: 'Availability',
    summary: 'Get the calendar of a property',
    description: `Every night from \`from\` to \`to\`, both included, without gaps; a longer window is cut to its first ${maxWindowDays} days.`,
    params: Type.Object({ propertyId: PathId('property') }, { additionalProperties: false }),
    query: Type.Object(
      {
        from: date('Required. First night, YYYY-MM-DD.'),
        to: date('Required. Last night, YYYY-MM-DD.'),
        ...maxAge,
      },
      { additionalProperties: false },
    ),
    queryAliases: { startDate: 'from', endDate: 'to' },
    reply: Availability,
    errors: ['listing_inactive', 'too_stale'],
    listing: 'params.propertyId',
    handle: async (context) => {
      const { services, scope, params, query, fail } = context
      const window = parseNightWindow(query)
      const dataFreshness = await refreshIfOlder(context, () =>
        sourcesOfNights(services, scope, params.propertyId, window.to),
      )
      const [listing, nights] = await Promise.all([
        calendarCurrency(services.db, scope, params.propertyId),
        storedNights(
          services.db,
          scope,
          [{ listingId: params.propertyId, first: window.from, last: window.to }],
          services.clock.now(),
        ),
      ])
      if (!listing) return fail('not_found')
      return {
        propertyId: params.propertyId,
        currency: listing.currency,
        days: nights.map(toDay),
        coverage: { requestedDays: window.requestedDays, coveredDays: nights.length, missingDates: [] },
        ...(dataFreshness && { dataFreshness }),
      }
    },
  }),

  route({
    method: 'PUT',
    url: '/v1/availability/:propertyId',
    id: 'updateAvailability',
    family: 'calendar',
    ofListings: 'narrows',
    tag: 'Availability',
    summary: 'Set nights of a property',
    description:
      'Only what is sent changes. Nights of a listing that a PMS keeps are saved here and sent there; the request waits a few seconds for it, and what takes longer goes on by itself. A night that the PMS refuses goes back to what the PMS has.',
    params: Type.Object({ propertyId: PathId('property') }, { additionalProperties: false }),
    query: DryRun,
    body: AvailabilityBody,
    reply: AvailabilityWritten,
    errors: writeErrors,
    statuses: { no_connection: 409 },
    listing: 'params.propertyId',
    auditDetails: nightDetails,
    handle: (context) =>
      writeAvailability(context, [context.params.propertyId], context.body, {
        dryRun: context.query.dry_run === true,
        field: undefined,
      }),
  }),

  route({
    method: 'PATCH',
    url: '/v1/availability/batch',
    id: 'updateAvailabilityBatch',
    family: 'calendar',
    ofListings: 'narrows',
    tag: 'Availability',
    summary: 'Set nights of several properties',
    description:
      'The same settings for the same nights of up to 500 properties, as with one property. All or nothing: an id that is not yours, an inactive listing or a PMS that does not take a setting refuses the whole.',
    query: DryRun,
    body: AvailabilityBatchBody,
    reply: AvailabilityWritten,
    errors: writeErrors,
    statuses: { no_connection: 409 },
    auditDetails: nightDetails,
    handle: (context) => {
      const { propertyIds, ...body } = context.body
      return writeAvailability(context, [...new Set(propertyIds.map(String))], body, {
        dryRun: context.query.dry_run === true,
        field: 'propertyIds',
      })
    },
  }),
]
