/** Compares the vendor's stays with the stored ones, mends differences like any change, and proves it. */
import type { ReservationRecord, StayRecord } from '../../../contract/records.ts'
import { openWrite } from '../../../platform/outbox.ts'
import { guestsById, guestSides } from '../../../records/guests/compare.ts'
import { outdatedReservations } from '../../../records/reservations/shown.ts'
import { hasEveryRow } from '../state/rules.ts'
import type { SyncRunRow } from '../state/run-queries.ts'
import {
  type AppliedBatch,
  type RecordBatch,
  emptyApplied,
  resolveReference,
} from '../../../records/batch.ts'
import { storeAllOrIsolate } from '../../../records/isolate-bad-records.ts'
import {
  storedCancellation,
  knownReservations,
  unitIds,
  forgetHashes,
} from '../../../records/reservations/store-queries.ts'
import { listingRefs } from '../../../records/lookup-queries.ts'
import { toStoredReservation } from '../../../records/reservations/row.ts'
import { commit, type SyncTurn } from '../state/turn.ts'
import { listStayDifferences, isEqual, sideHash, type ComparedDifference, type StaySides } from './compare.ts'
import { addFindings, closeProof, comparedFrom, insertProof, storeCompared } from './proof-queries.ts'
import { standingStays, storedSides } from './stay-queries.ts'

/** Every full pass compares stays, except the first import, which has nothing to compare with. */
export const compares = ({ kind, entities }: Pick<SyncRunRow, 'kind' | 'entities'>) =>
  (kind === 'full' || kind === 'reconciliation') && entities.includes('reservations')

/** A stay that ended yesterday may not be over yet somewhere on earth. */
export async function beginProof(
  batch: Pick<RecordBatch, 'tx' | 'scope' | 'connection' | 'now'>,
  run: SyncRunRow,
): Promise<void> {
  const { tx, scope, connection, now } = batch
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10))
  const from = today.subtract({ days: 1 }).toString()
  await insertProof(tx, scope, { runId: run.id, connectionId: connection.id, from, at: now })
}

export interface UpstreamStays {
  stays: readonly StayRecord[]
  /** Ids that were requested and no longer exist. */
  gone: readonly string[]
}

const isReservation = (record: StayRecord): record is ReservationRecord => record.kind === 'reservation'

/** Stores the stays by `store`, and notes what differed before and what still differs after. */
export async function reconcile(
  batch: RecordBatch,
  run: SyncRunRow,
  { stays, gone }: UpstreamStays,
  store: () => Promise<AppliedBatch>,
): Promise<AppliedBatch> {
  const { tx, scope, connection } = batch
  const from = await comparedFrom(tx, scope, run.id)
  if (from === undefined) return store()
  const standing = stays.filter(isReservation).filter(({ checkOut }) => checkOut >= from)
  const noStays = [...gone, ...stays.filter((one) => !isReservation(one)).map(({ externalId }) => externalId)]
  const before = await sidesOf(batch, standing)
  const ending = await standingStays(tx, scope, connection.id, noStays, from)
  const differing = new Set(before.filter((sides) => !isEqual(sides)).map(({ externalId }) => externalId))
  // Locks the workspace's head before rows, as every writer does.
  if (differing.size > 0) await openWrite(tx, scope, batch.now)
  await forgetHashes(tx, scope, connection.id, [...differing])
  const applied = await store()
  const after = new Map(
    (
      await sidesOf(
        batch,
        standing.filter(({ externalId }) => differing.has(externalId)),
      )
    ).map((sides) => [sides.externalId, sides]),
  )
  const stillStanding = new Set(await standingStays(tx, scope, connection.id, ending, from))
  const fresh = await storeCompared(
    tx,
    scope,
    run.id,
    before.map((sides) => {
      const { ours } = after.get(sides.externalId) ?? sides
      return { externalId: sides.externalId, ours: ours && sideHash(ours), theirs: sideHash(sides.theirs) }
    }),
  )
  await noteFindings(batch, run, {
    fresh,
    changed: before
      .filter(({ externalId }) => differing.has(externalId))
      .map((sides) => listStayDifferences(sides, after.get(sides.externalId))),
    ended: ending.map((externalId) => ({
      externalId,
      kind: 'gone_upstream',
      field: null,
      ours: null,
      theirs: null,
      mended: !stillStanding.has(externalId),
    })),
  })
  return applied
}

async function noteFindings(
  { tx, scope }: RecordBatch,
  run: SyncRunRow,
  { fresh, changed, ended }: { fresh: number; changed: ComparedDifference[][]; ended: ComparedDifference[] },
): Promise<void> {
  const all = [...changed, ...ended.map((one) => [one])]
  const isKind = (kind: ComparedDifference['kind']) => (found: ComparedDifference[]) =>
    found[0]?.kind === kind
  await addFindings(tx, scope, run.id, {
    compared: fresh,
    drifted: all.filter(isKind('drift')).length,
    missingHere: all.filter(isKind('missing_here')).length,
    goneUpstream: all.filter(isKind('gone_upstream')).length,
    mended: all.filter((found) => found.every(({ mended }) => mended)).length,
    differences: all.flat(),
  })
}

/** Leaves out records the database cannot read; storing them reports why. */
async function sidesOf(batch: RecordBatch, records: readonly ReservationRecord[]): Promise<StaySides[]> {
  const found: StaySides[] = []
  await storeAllOrIsolate(batch, lastOfEachId(records), async (_, some) => {
    found.push(...(await readSides(batch, some)))
    return emptyApplied
  })
  return found
}

const lastOfEachId = (records: readonly ReservationRecord[]) => [
  ...new Map(records.map((record) => [record.externalId, record])).values(),
]

async function readSides(
  { tx, scope, connection }: RecordBatch,
  records: readonly ReservationRecord[],
): Promise<StaySides[]> {
  const wanted = records.map(({ listingExternalId }) => listingExternalId)
  const listings = await listingRefs(tx, scope, connection.id, wanted)
  const units = await unitIds(
    tx,
    scope,
    connection.id,
    records.flatMap(({ unitExternalId }) => unitExternalId ?? []),
  )
  const externalIds = records.map(({ externalId }) => externalId)
  const known = await knownReservations(tx, scope, connection.id, externalIds)
  const rows = records.flatMap((record) => {
    const listing = listings.get(record.listingExternalId)
    if (!listing) return []
    const unitId = (listing.is_kept && resolveReference(units, record.unitExternalId)) || null
    const accountId = listing.account_id ?? connection.accountId
    // If the vendor gives a day, the time known here is not wrong.
    const cancellation = { stored: storedCancellation(known.get(record.externalId)), seen: null }
    const resolved = { id: '0', listing, accountId, guestId: null, unitId, cancellation, hash: null }
    return [toStoredReservation(record, resolved)]
  })
  const stored = await storedSides(tx, scope, connection.id, rows)
  const guests = await guestsById(
    tx,
    scope,
    connection.id,
    stored.flatMap(({ guestId }) => guestId ?? []),
  )
  const byId = new Map(records.map((record) => [record.externalId, record]))
  const sides = stored.map(({ externalId, id, ours, theirs, guestId }) => {
    const guest = guestSides(byId.get(externalId)?.guest, guestId === null ? undefined : guests.get(guestId))
    return {
      externalId,
      id,
      ours: ours && { ...ours, ...guest.ours },
      theirs: { ...theirs, ...guest.theirs },
    }
  })
  // A stored row can be right while its rendered text is not; a wrong row gets both mended.
  const right = sides.filter(isEqual).flatMap(({ id }) => id ?? [])
  const outdated = await outdatedReservations(tx, scope, right)
  return sides.map(({ externalId, id, ours, theirs }) =>
    id !== null && outdated.has(id)
      ? { externalId, ours: { ...ours, shown: 'out of date' }, theirs: { ...theirs, shown: 'as stored' } }
      : { externalId, ours, theirs },
  )
}

/** Every readable stay was read, so the proof is final. */
export async function endProof(turn: SyncTurn, run: SyncRunRow): Promise<void> {
  const progress = run.progress['reservations']
  const failed = progress?.failed ?? 0
  const missing = progress?.expected == null ? 0 : Math.max(0, progress.expected - progress.seen)
  const isComplete = failed === 0 && progress !== undefined && hasEveryRow(progress)
  await commit(turn, { origin: `sync:${run.kind}`, runId: run.id }, ({ tx, scope, now }) =>
    closeProof(tx, scope, run.id, {
      state: isComplete ? 'completed' : 'incomplete',
      unread: failed + missing,
      at: now,
    }),
  )
}
