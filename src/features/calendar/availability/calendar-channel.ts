/** How the calendar of a listing stands with a PMS or channel, as shown. Pure. */
import type { CalendarChannel } from '../../../contract/calendar-sync.ts'
import { laterOf } from '../../../platform/clock.ts'
import type { CalendarProgress, NightProblem } from '../../../upstream/nights/progress.ts'

const shown = (at: Date | null) => at?.toISOString() ?? null

export function toCalendarChannel(
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
    lastSyncAt: shown(laterOf(link.read_at, link.confirmed_at)),
    nightsWithProblems: link.problems,
    problems: problems.map(({ date, error }) => ({ date, error: error ?? 'No reason was given.' })),
    queue: {
      state: link.sending > 0 ? 'running' : link.queued > 0 ? 'queued' : 'idle',
      queuedNights: link.queued + link.sending,
      queuedAt: shown(link.queued_at),
      lastPush: shown(link.last_sent_at),
    },
  }
}
