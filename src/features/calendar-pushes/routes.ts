import { CalendarSync } from '../../contract/calendar-sync.ts'
import { firstNightAt } from '../../records/calendar/public.ts'
import { idParams } from '../path-id.ts'
import { route } from '../route.ts'
import { toCalendarChannel } from './map.ts'
import { calendarLink, pushProblems } from './progress-queries.ts'

const shownProblems = 100

export const calendarSyncRoutes = [
  route({
    method: 'GET',
    url: '/v1/listings/:id/calendar-sync',
    id: 'getListingCalendarSync',
    tag: 'Listings',
    summary: 'See how the calendar stands with the PMS',
    description:
      'Future nights only. A night with a problem was refused, and shows again what the PMS has, or could not be sent yet, and is tried again.',
    params: idParams('listing'),
    reply: CalendarSync,
    errors: ['listing_inactive'],
    listing: 'params.id',
    handle: async ({ services, scope, params }) => {
      const { db, clock, connectors } = services
      const firstNight = firstNightAt(clock.now())
      const [link, problems] = await Promise.all([
        calendarLink(db, scope, params.id, firstNight),
        pushProblems(db, scope, params.id, { firstNight, limit: shownProblems }),
      ])
      if (!link) return { listingId: params.id, channels: [] }
      const takesCalendar = connectors[link.provider]?.operations.calendarWrites !== undefined
      return { listingId: params.id, channels: [toCalendarChannel(link, problems, takesCalendar)] }
    },
  }),
]
