/** Emits one event when a sold night stays open on a channel too long, and one when that ends. */
import { runForEachWorkspace } from '../../../platform/run-for-each-workspace.ts'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { appendEvents, openWrite, type NewEvent, type Write } from '../../../platform/outbox.ts'
import { eventOf } from '../../../records/events.ts'
import type { Services } from '../../../services.ts'
import { takeEnded, takeExposed, workspacesToTell, type ReportedLink } from './exposure-report-queries.ts'

const everyMs = 1_000
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

export function startExposureReports(services: ExposureReportDeps): BackgroundLoop {
  const { log } = services
  return startLoop({ everyMs, log, failed: 'exposed nights could not be looked for' }, () =>
    reportExposure(services),
  )
}
