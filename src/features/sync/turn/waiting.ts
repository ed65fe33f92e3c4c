/** Lists the due work of a connection by kind, so that no kind blocks another. */
import type { Queryable } from '../../../platform/tenant.ts'
import { walkEntities, type WalkEntity } from '../state/cadence.ts'
import { noticeShare, type EmptyNotices } from '../state/empty-notices.ts'
import type { WaitingWork } from '../state/fair-turns.ts'
import { dueFetches, type FetchRow } from '../state/fetch-queries.ts'
import { ensureInbound } from '../hint/inbound.ts'
import type { EntityProgress } from '../state/rules.ts'
import type { SyncRunRow } from '../state/run-queries.ts'
import {
  beginEverything,
  beginImport,
  beginIncremental,
  beginReconciliation,
  nextFullPass,
  nextReconciliation,
  progressOf,
  sweepsDue,
} from '../run/runs.ts'
import { readsEverything } from '../run/begin-run.ts'
import type { FetchEntity } from '../../../records/batch.ts'
import type { SyncTurn } from '../state/turn.ts'

export interface DueWork extends WaitingWork {
  /** null for a full pass that has not begun. */
  entity: string | null
  /** A record, a run to continue, or a run that starts when picked. */
  work: { fetch: FetchRow } | { run: SyncRunRow } | { begin(): Promise<SyncRunRow> }
}

/** Shares of single records; of equals, the first goes first. */
const recordShares: Record<FetchEntity, number> = {
  reservations: 4,
  conversations: 2,
  messages: 2,
  calendar: 2,
  listings: 1,
  units: 1,
  reviews: 1,
}
/** An incremental list, or a calendar whose hour is over. */
const routineShare = 1
const everythingShare = 3
/** A person watches the import, so it gets the most, but changes continue beside it. */
const firstImportShare = 12

/** A sandbox account changes only through this server, so it is read only on request. */
export const isQuiet = ({ connector, connection, openRuns }: SyncTurn) =>
  connector.callsNobody === true &&
  !connection.importing &&
  connection.importWanted === null &&
  openRuns.length === 0

/** Sorted by precedence between equals. */
export async function listDueWork(turn: SyncTurn, db: Queryable): Promise<DueWork[]> {
  const now = turn.environment.services.clock.now()
  const due = await dueFetches(db, turn.scope, turn.connection.id, now)
  const records = recordsAskedFor(due, turn.schedule.fairness.emptyNotices)
  const again = due.filter(({ byItself }) => byItself).map((fetch) => record('again', fetch, routineShare))
  if (isQuiet(turn)) return [...records, ...again]
  return [...records, ...listsDue(turn, now), ...again, ...everythingDue(turn, now)]
}

function recordsAskedFor(
  due: readonly (FetchRow & { byItself: boolean })[],
  empty: EmptyNotices = {},
): DueWork[] {
  return Object.entries(recordShares).flatMap(([entity, share]) =>
    due
      .filter((fetch) => fetch.entity === entity && !fetch.byItself)
      .map((fetch) => record('record', fetch, noticeShare(empty, entity, share))),
  )
}

const record = (kind: string, fetch: FetchRow, share: number): DueWork => ({
  name: `${kind}:${fetch.entity}`,
  share,
  entity: fetch.entity,
  work: { fetch },
})

/** For each list the run that reads it, or one run for all that are due. */
function listsDue(turn: SyncTurn, now: Date): DueWork[] {
  const underWay = turn.openRuns.filter((run) => !readsEverything(run))
  const reading = (entity: string) =>
    underWay.find((run) => run.entities.includes(entity) && !progressOf(run, entity).done)
  const due = sweepsDue(turn)
    .filter(({ entity, at }) => at <= now && !reading(entity))
    .map(({ entity }) => entity)
  const workOn = (entity: WalkEntity): DueWork['work'] | undefined => {
    const run = reading(entity)
    if (run) return { run }
    return due.includes(entity) ? { begin: () => beginIncremental(turn, due) } : undefined
  }
  return walkEntities.flatMap((entity) => {
    const work = workOn(entity)
    return work ? { name: `list:${entity}`, share: routineShare, entity, work } : []
  })
}

function everythingDue(turn: SyncTurn, now: Date): DueWork[] {
  const work = passDue(turn, now)
  if (!work) return []
  const isAwaited = turn.connection.importing || ('run' in work && work.run.kind === 'import')
  const share = isAwaited ? firstImportShare : everythingShare
  const entity = ('run' in work ? partOf(work.run) : undefined) ?? null
  return [{ name: 'everything', share, entity, work }]
}

function passDue(turn: SyncTurn, now: Date): DueWork['work'] | undefined {
  // A person waits for it; unrequested passes continue afterwards.
  const asked = turn.openRuns.find(({ kind }) => kind === 'import')
  if (asked) return { run: asked }
  if (turn.connection.importWanted && !turn.connection.importing) return { begin: () => beginImport(turn) }
  const run = turn.openRuns.find((one) => readsEverything(one) && one.kind !== 'count')
  if (run) return { run }
  if (nextFullPass(turn) <= now)
    return {
      async begin() {
        // A new connection has already tried it.
        if (!turn.connection.importing) await ensureInbound(turn)
        return beginEverything(turn)
      },
    }
  const comparison = nextReconciliation(turn)
  if (comparison !== null && comparison <= now) return { begin: () => beginReconciliation(turn) }
  // It produces only numbers.
  const count = turn.openRuns.find(({ kind }) => kind === 'count')
  return count && { run: count }
}

/**
 * The list a full pass reads next, referenced kinds first. The first page of threads precedes the calendars,
 * because it tells their number and so the duration. A failing list does not block calendars.
 */
export function partOf(run: SyncRunRow): string | undefined {
  const next = run.entities.find((name) => !progressOf(run, name).done)
  const isUnknown = run.entities.includes('conversations') && isUntouched(progressOf(run, 'conversations'))
  return next === 'calendar' && isUnknown && run.failures === 0 ? 'conversations' : next
}

const isUntouched = ({ done, seen, calls = 0 }: EntityProgress) => !done && seen === 0 && calls === 0
