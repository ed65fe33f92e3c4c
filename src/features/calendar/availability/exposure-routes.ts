import { Type } from 'typebox'
import { Exposure, ExposureSummary } from '../../../contract/exposure.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { readersOf } from '../ical/calendar-readers.ts'
import { watchersOf } from '../ical/watchers.ts'
import { readerSummary } from '../readers/view.ts'
import { feedReadersOf } from '../vrbo-feeds/readers.ts'
import { exposureOf, exposureSummary } from '../selling/exposure-view.ts'
import { maxWindowDays, parseNightWindow } from '../../../http/params/night-window.ts'

const date = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description, examples: ['2026-05-01'] }))

export const exposureRoutes = [
  route({
    method: 'GET',
    url: '/v1/listings/:id/exposure',
    id: 'getListingExposure',
    family: 'calendar',
    ofListings: 'narrows',
    tag: 'Availability',
    summary: 'See which sold nights a channel can still sell',
    description: `For every night from \`from\` to \`to\` and every channel: what it is to show, what it showed when it was last read, and since when the two differ. A longer window is cut to its first ${maxWindowDays} days.`,
    params: idParams('listing'),
    query: Type.Object(
      {
        from: date('Required. First night, YYYY-MM-DD.'),
        to: date('Required. Last night, YYYY-MM-DD.'),
      },
      { additionalProperties: false },
    ),
    reply: Exposure,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: async ({ services, scope, params, query }) => {
      const window = parseNightWindow(query)
      const [channels, readers, feeds, watchers] = await Promise.all([
        exposureOf(services, scope, params.id, window),
        readersOf(services, scope, params.id, window),
        feedReadersOf(services, scope, params.id, window),
        watchersOf(services, scope, params.id, window),
      ])
      return { ...channels, readers, feeds, watchers }
    },
  }),

  route({
    method: 'GET',
    url: '/v1/exposure',
    id: 'listExposure',
    family: 'calendar',
    ofListings: 'narrows',
    tag: 'Availability',
    summary: 'See which channel listings do not show what they should',
    description:
      'Those that can sell what is sold longest come first, then those that differ in something else. Empty when every channel shows what it should. Those who fetch nights by themselves stand in `readers`, with when they should come.',
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many; 20 unless told.' }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: ExposureSummary,
    errors: [],
    handle: async ({ services, scope, query: { limit = 20 } }) => ({
      ...(await exposureSummary(services, scope, limit)),
      ...(await readerSummary(services, scope, limit)),
    }),
  }),
]
