import { CalendarSync, type CalendarChannel } from '../../../contract/calendar-sync.ts'
import { firstNightAt } from '../../../records/calendar/public.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { calendarLink, pushProblems, sellingProgress } from '../selling/progress-queries.ts'
import { laterOf } from '../../../platform/clock.ts'
import type { CalendarProgress, NightProblem } from '../../../upstream/nights/progress.ts'

/** State of a listing's calendar at a PMS or channel, as the API shows it. Pure. */
const isoOrNull = (at: Date | null) => at?.toISOString() ?? null

function toCalendarChannel(
  link: CalendarProgress,
  problems: readonly NightProblem[],
  takesCalendar: boolean,
): CalendarChannel {
  const syncEnabled = takesCalendar && link.sync_enabled && link.status === 'active'
  return {
    channel: link.provider,
    platformId: link.external_id,
    syncEnabled,
    status: link.problems > 0 ? 'problems' : syncEnabled ? 'in_sync' : 'off',
    lastSyncAt: isoOrNull(laterOf(link.read_at, link.confirmed_at)),
    nightsWithProblems: link.problems,
    problems: problems.map(({ date, error }) => ({ date, error: error ?? 'No reason was given.' })),
    queue: {
      state: link.sending > 0 ? 'running' : link.queued > 0 ? 'queued' : 'idle',
      queuedNights: link.queued + link.sending,
      queuedAt: isoOrNull(link.queued_at),
      lastPush: isoOrNull(link.last_sent_at),
    },
  }
}

const maxProblems = 100

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
      const window = { firstNight, limit: maxProblems }
      const [link, problems, sold] = await Promise.all([
        calendarLink(db, scope, params.id, firstNight),
        pushProblems(db, scope, params.id, window),
        sellingProgress(db, scope, params.id, window),
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
