/** Conflicts are updated in the same transaction as the stays that cause them. */
import type { Write } from '../../platform/outbox.ts'
import { firstNightAt, longestAheadDays } from '../calendar/public.ts'
import { conflictState, deleteConflicts, insertConflicts } from './queries.ts'
import {
  conflictChanges,
  stretchesOfMoves,
  findTouching,
  type ConflictChanges,
  type StayMove,
} from './rules.ts'

const none: ConflictChanges = { begun: [], ended: [] }

/** Returns the conflicts that stored or coming stays begin and end, with at most one statement. */
export async function conflictsByMoves(
  { tx, scope, now }: Write,
  moves: readonly StayMove[],
  { areStored }: { areStored: boolean },
): Promise<ConflictChanges> {
  const touched = findTouching(moves, now)
  if (touched.length === 0) return none
  const stretches = stretchesOfMoves(touched, now)
  const state = await conflictState(
    tx,
    scope,
    {
      stretches,
      ids: touched.map(({ id }) => id),
      coming: areStored ? null : touched.flatMap(({ to }) => to ?? []),
    },
    now,
  )
  return conflictChanges({ stretches, ...state }, now)
}

/** Returns the conflicts that a change of listings begins and ends, such as of their number of units. */
export async function conflictsOfListings(
  { tx, scope, now }: Write,
  listingIds: readonly string[],
): Promise<ConflictChanges> {
  if (listingIds.length === 0) return none
  const first = firstNightAt(now)
  const last = String(Temporal.PlainDate.from(first).add({ days: longestAheadDays }))
  const stretches = listingIds.map((listingId) => ({ listingId, first, last }))
  const state = await conflictState(tx, scope, { stretches, ids: [], coming: null }, now)
  return conflictChanges({ stretches, ...state }, now)
}

/** Call it after the stays were stored. */
export async function storeConflicts(
  { tx, scope, at }: Write,
  { begun, ended }: ConflictChanges,
): Promise<void> {
  await deleteConflicts(tx, scope, ended)
  await insertConflicts(tx, scope, begun, at)
}
