/**
 * Renders changed rows and compares them with the text shown before. Only a shown difference raises the revision,
 * writes history and makes events.
 */
import type { Reservation } from '../../contract/reservation.ts'
import { appendEvents, type NewEvent, type Write } from '../../platform/outbox.ts'
import type { RecordBatch } from '../batch.ts'
import { conflictsByMoves, conflictsOfListings, storeConflicts } from '../conflicts/follow.ts'
import { listConcernedStays, isChanged, type ConflictChanges } from '../conflicts/rules.ts'
import type { TakeChanges } from '../calendar/public.ts'
import { insertHistory, type HistoryRow } from '../history-queries.ts'
import { isBookingNews, type NewsConnection } from '../news.ts'
import {
  changesOf,
  historyOf,
  moveOf,
  withConflicts,
  type ShownReservationChange,
  type ShownReservations,
} from './change.ts'
import { conflictEvent, eventsOfChange } from './events.ts'
import type { StoredReservation } from './row.ts'
import { shownReservations } from './shown.ts'
import { storeReservations } from './store-queries.ts'
import {
  comingToPublish,
  storedToPublish,
  storeShownTexts,
  type ComingToPublish,
  type RowToPublish,
} from './text-queries.ts'

/** The order of the ids becomes the order of the events. */
export async function shownNow(
  batch: Pick<RecordBatch, 'tx' | 'scope' | 'now'>,
  ids: readonly string[],
): Promise<ShownReservations> {
  if (ids.length === 0) return new Map()
  const shown = await shownReservations(batch.tx, batch.scope, ids, batch.now)
  return new Map(
    ids.flatMap((id) => {
      const reservation = shown.get(id)
      return reservation ? [[id, reservation] as const] : []
    }),
  )
}

interface CreatedReservation {
  id: string
  /** Whether an event announces it. */
  isNews: boolean
}

/** The history stores where a change came from. */
export type PublishSource = Pick<RecordBatch, 'now' | 'origin' | 'runId'>

export interface PublishCandidates {
  /** The shown text of every stored record that may have changed. */
  before: ShownReservations
  created: readonly CreatedReservation[]
  /** The account of a running first import: other records that change by it make no events. */
  importing: NewsConnection | null
}

export interface PublishedReservations {
  /** Records that really changed, with new ones. */
  ids: string[]
  /** The order in which events must be appended. */
  events: NewEvent[]
}

/** Takes rows that changed already. Returns ids of the records that really changed, with new ones. */
export async function publishReservations(
  write: Write,
  source: PublishSource,
  candidates: PublishCandidates,
): Promise<string[]> {
  const { before, created } = candidates
  const ids = [...created.map(({ id }) => id), ...before.keys()]
  const rows = await storedToPublish(write.tx, write.scope, ids, source.now)
  const moves = rows.map((row) => moveOf(row, before.get(row.id), row.connection_id, source.now))
  const conflicts = await conflictsByMoves(write, moves, { areStored: true })
  return publishStored(write, source, { candidates, rows, conflicts })
}

/** Call it when stays conflict anew without having changed, for instance after a change of the number of units. */
export async function publishConflicts(
  write: Write,
  source: PublishSource,
  listingIds: readonly string[],
  { importing }: Pick<PublishCandidates, 'importing'>,
): Promise<void> {
  const conflicts = await conflictsOfListings(write, listingIds)
  if (!isChanged(conflicts)) return
  const candidates = { before: new Map(), created: [], importing }
  await publishStored(write, source, { candidates, rows: [], conflicts })
}

interface ReservationsToPublish {
  candidates: PublishCandidates
  rows: readonly RowToPublish[]
  conflicts: ConflictChanges
}

async function publishStored(
  write: Write,
  source: PublishSource,
  { candidates, rows, conflicts }: ReservationsToPublish,
): Promise<string[]> {
  const { tx, scope } = write
  await storeConflicts(write, conflicts)
  const others = [...listConcernedStays(conflicts).difference(new Set(rows.map(({ id }) => id)))]
  const all = { ...candidates, before: await withShown(write, source, candidates.before, others) }
  const toShow = [...rows, ...(await storedToPublish(tx, scope, others, source.now))]
  const changes = changesOf(toShow.map(withConflicts(conflicts)), write, all.before)
  await storeShownTexts(
    tx,
    scope,
    [...changes.values()].map(({ text }) => text),
  )
  const { ids, history, events } = toldOf(write, changes, {
    ...all,
    ...conflicts,
    isQuiet: () => candidates.importing !== null,
  })
  await insertHistory(tx, scope, history, { ...source, at: write.at })
  await appendEvents(write, events)
  return ids
}

export interface ReservationStorage {
  connectionId: string
  rows: readonly StoredReservation[]
  /** Ids of rows that are not stored yet. */
  added: ReadonlySet<string>
  /** Maps a second source's id to the record shown in its place. */
  seconds: ReadonlyMap<string, string>
  /** What becomes of their nights. */
  takeNights: TakeChanges
  /** Rendered rows, if nothing has to be looked up and nothing is told of them; else null. */
  found: ComingToPublish[] | null
}

/** Writes each row once with its text; other `candidates` changed already. */
export async function storeAndPublish(
  write: Write,
  source: PublishSource,
  { connectionId, rows, added, seconds, takeNights, found }: ReservationStorage,
  candidates: PublishCandidates,
): Promise<PublishedReservations> {
  const { tx, scope, at } = write
  const { now } = source
  const lookUp = () => comingToPublish(tx, scope, rows, { now, at })
  let coming = found ?? (await lookUp())
  const textBefore = new Map(coming.map((row) => [row.id, row.before]))
  // The order in which rows came becomes the order of the events.
  const ofComing = new Map(
    rows.flatMap(({ id }) => {
      const text = textBefore.get(id)
      return text ? [[id, JSON.parse(text) as Reservation] as const] : []
    }),
  )
  const moves = coming
    .filter(({ id }) => !seconds.has(id))
    .map((row) => moveOf(row, ofComing.get(row.id), connectionId, now))
  const conflicts = await conflictsByMoves(write, moves, { areStored: false })
  // New conflicts make events, which need the records looked up.
  if (found !== null && isChanged(conflicts)) coming = await lookUp()
  const theirs = listConcernedStays(conflicts).difference(new Set(rows.map(({ id }) => id)))
  const before = await withShown(write, source, candidates.before, [...theirs])
  const others = await storedToPublish(tx, scope, [...before.keys()], now)
  const all = { ...candidates, before: new Map([...ofComing, ...before]) }
  const changes = changesOf([...coming, ...others].map(withConflicts(conflicts)), write, all.before)
  const written = rows.flatMap((row) => {
    const { id } = row
    const text = changes.get(id)?.text
    return text ? [{ ...row, ...text, is_new: added.has(id), merged_into: seconds.get(id) ?? null }] : []
  })
  const { history, ...published } = toldOf(write, changes, {
    ...all,
    ...conflicts,
    isQuiet: (id) => candidates.importing !== null && !ofComing.has(id),
  })
  const page = { rows: written, history, nights: takeNights() }
  await storeReservations(tx, scope, connectionId, page, { ...source, at })
  await storeShownTexts(
    tx,
    scope,
    others.flatMap(({ id }) => changes.get(id)?.text ?? []),
  )
  await storeConflicts(write, conflicts)
  return published
}

/** Adds other records that are shown differently because of the conflicts. */
async function withShown(
  { tx, scope }: Write,
  { now }: PublishSource,
  before: ShownReservations,
  ids: readonly string[],
): Promise<ShownReservations> {
  const shown = await shownNow(
    { tx, scope, now },
    ids.filter((id) => !before.has(id)),
  )
  return new Map([...before, ...shown])
}

interface EventCandidates extends PublishCandidates {
  begun: ConflictChanges['begun']
  isQuiet(id: string): boolean
}

/** Returns history and events of what really changed. */
function toldOf(
  write: Write,
  changes: ReadonlyMap<string, ShownReservationChange>,
  { before, created, importing, begun, isQuiet }: EventCandidates,
): PublishedReservations & { history: HistoryRow[] } {
  const isNews = new Map(created.map((one) => [one.id, one.isNews]))
  const changedIds = [...before.keys()].filter(
    (id) => Object.keys(changes.get(id)?.previous ?? {}).length > 0,
  )
  const ids = [...isNews.keys(), ...changedIds]
  const really = ids.flatMap((id) => changes.get(id) ?? [])
  const told = really.filter(({ row }) => row.listing_active && (isNews.get(row.id) ?? !isQuiet(row.id)))
  const isTold = new Set(told.map(({ row }) => row.id))
  // An imported conflict is news if either stay was booked since, whichever was read first.
  const isConflictNews = ({ row }: ShownReservationChange) =>
    isTold.has(row.id) ||
    (row.listing_active && importing && isBookingNews(row.booked_at?.toISOString(), importing))
  return {
    ids,
    history: really.map(historyOf),
    events: [
      ...told.flatMap((change) => eventsOfChange(write, change)),
      ...begun.flatMap((conflict) => {
        const [first, second] = [changes.get(conflict.stay_id), changes.get(conflict.other_id)]
        if (!first || !second || ![first, second].some(isConflictNews)) return []
        return [conflictEvent(write, conflict, [first, second])]
      }),
    ],
  }
}
