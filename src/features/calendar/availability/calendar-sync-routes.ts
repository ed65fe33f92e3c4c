import { CalendarSync } from '../../../contract/calendar-sync.ts'
import { firstNightAt } from '../../../records/calendar/public.ts'
import { idParams } from '../../path-id.ts'
import { route } from '../../route.ts'
import { calendarLink, pushProblems } from '../pushes/progress-queries.ts'
import { sellingProgress } from '../selling/progress-queries.ts'
import { toCalendarChannel } from './calendar-channel.ts'

const shownProblems = 100

export const calendarSyncRoutes = [
  route({
    method: 'GET',
    url: '/v1/listings/:id/calendar-sync',
    id: 'getListingCalendarSync',
    family: 'calendar',
    ofListings: 'narrows',
    tag: 'Listings',
    summary: 'See how the calendar stands with the PMS and channels',
    description:
      'Future nights only. A night with a problem was refused, and shows again what the PMS has, or could not be sent yet, and is tried again.',
    params: idParams('listing'),
    reply: CalendarSync,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: async ({ services, scope, params }) => {
      const { db, clock, connectors } = services
      const firstNight = firstNightAt(clock.now())
      const wanted = { firstNight, limit: shownProblems }
      const [link, problems, sold] = await Promise.all([
        calendarLink(db, scope, params.id, firstNight),
        pushProblems(db, scope, params.id, wanted),
        sellingProgress(db, scope, params.id, wanted),
      ])
      const kept = link ? [{ progress: link, problems }] : []
      return {
        listingId: params.id,
        channels: [...kept, ...sold].map(({ progress, problems: nights }) =>
          toCalendarChannel(
            progress,
            nights,
            connectors[progress.provider]?.operations.calendarWrites !== undefined,
          ),
        ),
      }
    },
  }),
]
