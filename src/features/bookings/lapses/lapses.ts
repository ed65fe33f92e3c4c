/**
 * Reports expired requests and inquiries once. A timer finds them and marks them in the transaction of their
 * events, so any number of processes may run.
 */
import { runForEachWorkspace } from '../../../platform/run-for-each-workspace.ts'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { runWithCause } from '../../../platform/cause.ts'
import { appendEvents, openWrite, type Write } from '../../../platform/outbox.ts'
import { appendLapsedNightEvents } from '../../../records/calendar/public.ts'
import { inquiryEvents } from '../../../records/inquiries/events.ts'
import { shownReservations } from '../../../records/reservations/shown.ts'
import type { Services } from '../../../services.ts'
import { insertHistory } from '../../../records/history-queries.ts'
import { publishReservations } from '../../../records/reservations/publish.ts'
import { lapsedWorkspaces, markInquiriesChanged, claimLapsed } from '../../../records/stays/lapse-queries.ts'

const everyMs = 30_000
/** Workspaces found and records reported per transaction; the rest follows at once. */
const batch = 200
const source = { origin: 'lapse', runId: null }
/** Before every deadline, so the record is rendered as still open. */
const asOpen = new Date(0)

type LapseWorkerDeps = Pick<Services, 'db' | 'clock' | 'log'>

async function tellRequests(write: Write): Promise<number> {
  const { tx, scope, now } = write
  const lapsed = await claimLapsed(tx, scope, 'reservations', { now, limit: batch })
  const news = lapsed.filter((row) => row.was_open).map(({ id }) => id)
  if (news.length > 0) {
    const before = await shownReservations(tx, scope, news, asOpen)
    await publishReservations(write, { ...source, now }, { before, created: [], importing: null })
    await appendLapsedNightEvents(write, news)
  }
  return lapsed.length
}

async function tellInquiries(write: Write): Promise<number> {
  const { tx, scope, now, at } = write
  const lapsed = await claimLapsed(tx, scope, 'inquiries', { now, limit: batch })
  const news = lapsed
    .filter((row) => row.was_open)
    .map(({ id, status }) => ({ id, previous: { status } as Record<string, unknown> }))
  if (news.length > 0) {
    const ids = news.map(({ id }) => id)
    const revisions = await markInquiriesChanged(tx, scope, ids, at)
    const history = news.map(({ id, previous }) => {
      return { type: 'inquiry', id, revision: revisions.get(id) ?? 1, change: 'updated' as const, previous }
    })
    await insertHistory(tx, scope, history, { ...source, at })
    await appendEvents(write, await inquiryEvents(write, news))
  }
  return lapsed.length
}

/** Reports what expired until now. Returns the number of records. */
export async function recordLapsed({ db, clock, log }: LapseWorkerDeps): Promise<number> {
  const now = clock.now()
  let told = 0
  for (const workspaceId of await lapsedWorkspaces(db, now, batch)) {
    await runForEachWorkspace(workspaceId, { log, failed: 'what lapsed could not be told yet' }, async () => {
      told += await runWithCause({ kind: 'expiry' }, () =>
        db.transaction().execute(async (tx) => {
          const write = await openWrite(tx, { workspaceId }, now)
          return (await tellRequests(write)) + (await tellInquiries(write))
        }),
      )
    })
  }
  return told
}

export function startLapses(services: LapseWorkerDeps): BackgroundLoop {
  const { log } = services
  return startLoop({ everyMs, log, failed: 'what lapsed could not be read' }, async () => {
    const told = await recordLapsed(services)
    return told > 0 ? 0 : everyMs
  })
}
