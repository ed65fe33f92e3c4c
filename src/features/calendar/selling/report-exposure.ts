/** Emits one event when a sold night stays open on a channel too long, and one when that ends. */
import { runForEachWorkspace } from '../../../platform/run-for-each-workspace.ts'
import type { BackgroundLoop } from '../../../platform/background-loop.ts'
import { longestPauseMs, startDueLoop } from '../../../platform/due-work/due-loop.ts'
import { appendEvents, openWrite, type NewEvent, type Write } from '../../../platform/outbox.ts'
import { eventOf } from '../../../records/events.ts'
import type { Services } from '../../../services.ts'
import {
  firstToTell,
  takeEnded,
  takeExposed,
  workspacesToTell,
  type ReportedLink,
} from './exposure-report-queries.ts'

const busyMs = 1_000
const workspacesAtOnce = 200

type ExposureReportDeps = Pick<Services, 'db' | 'clock' | 'log' | 'config'>

const linkOf = ({ listingId, provider, connectionId, externalId, nights }: ReportedLink) => ({
  listingId,
  channel: provider,
  connectionId,
  channelListingId: externalId,
  reader: null,
  nights,
})

const eventSubject = (link: ReportedLink) => ({
  orderKey: `listing:${link.listingId}`,
  listingId: link.listingId,
  account: link.account,
})

const exposedEvent = ({ at }: Write, link: ReportedLink): NewEvent =>
  eventOf('calendar.exposed', {
    ...eventSubject(link),
    data: { ...linkOf(link), exposedSince: link.since.toISOString(), occurredAt: at.toISOString() },
  })

const endedEvent = ({ at }: Write, link: ReportedLink): NewEvent =>
  eventOf('calendar.exposure_ended', {
    ...eventSubject(link),
    data: { ...linkOf(link), toldAt: link.since.toISOString(), occurredAt: at.toISOString() },
  })

/** Reports the end of exposures before the link and its nights are deleted. */
export async function reportLinkEnd(
  write: Write,
  link: { connectionId: string; externalId: string },
): Promise<void> {
  const over = await takeEnded(write.tx, write.scope, link)
  await appendEvents(
    write,
    over.map((one) => endedEvent(write, one)),
  )
}

export async function reportExposure({ db, clock, log, config }: ExposureReportDeps): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - config.exposedAfterSeconds * 1000)
  for (const workspaceId of await workspacesToTell(db, before, workspacesAtOnce)) {
    await runForEachWorkspace(workspaceId, { log, failed: 'exposed nights could not be told yet' }, () =>
      db.transaction().execute(async (tx) => {
        const write = await openWrite(tx, { workspaceId }, now)
        const over = await takeEnded(tx, write.scope, null)
        const begun = await takeExposed(tx, write.scope, { before, now })
        await appendEvents(write, [
          ...over.map((link) => endedEvent(write, link)),
          ...begun.map((link) => exposedEvent(write, link)),
        ])
      }),
    )
  }
}

async function nextReport({ db, clock, config }: ExposureReportDeps): Promise<Date | null> {
  const { since, isOver } = await firstToTell(db)
  if (isOver) return clock.now()
  return since && new Date(since.getTime() + config.exposedAfterSeconds * 1000)
}

/** Exposures that begin send no notice: whoever looks as often as they are waited for is not late. */
export function startExposureReports(services: ExposureReportDeps & Pick<Services, 'pool'>): BackgroundLoop {
  const { log, config } = services
  const longestMs = Math.min(longestPauseMs, config.exposedAfterSeconds * 1000)
  return startDueLoop(
    services,
    { kind: 'exposure', busyMs, longestMs, log, failed: 'exposed nights could not be looked for' },
    { look: () => reportExposure(services), nextDue: () => nextReport(services) },
  )
}
