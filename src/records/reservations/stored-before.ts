/** Reads the stays of a page before storing them, and locks the workspace so that this stays true. */
import type { ReservationRecord } from '../../contract/records.ts'
import { openWrite, openWriteSince, type Write } from '../../platform/outbox.ts'
import { newIds } from '../../platform/tenant.ts'
import type { RecordBatch, ListingRef } from '../batch.ts'
import type { GuestMention } from '../guests/matching.ts'
import { planGuests, type GuestPlan } from '../guests/plan.ts'
import type { ShownReservations } from './change.ts'
import { adoptOurs, callingChannel } from './ours-queries.ts'
import { shownNow } from './publish.ts'
import { knownReservations, reservationIdsOfGuests, type KnownReservation } from './store-queries.ts'
import { standingWithCodes } from './twins/queries.ts'
import { codedSources, pairsOf } from './twins/rules.ts'

export interface ReservationCandidate {
  record: ReservationRecord
  listing: ListingRef
  hash: string
}

interface StoredBefore {
  stored: ReadonlyMap<string, KnownReservation>
  /** For new stays, the record of another account that is the same booking. */
  twins: ReadonlyMap<string, string>
  plan: GuestPlan
  /** The shown texts of other stays whose guest changes. */
  before: ShownReservations
  /** Gives ids to new stays. */
  next: () => string
}

/**
 * Reads first and locks the workspace after, so that others do not wait. If somebody wrote in between, reads everything
 * again.
 */
export async function openWith(
  batch: RecordBatch,
  candidates: readonly ReservationCandidate[],
  lastWrite: string | null,
): Promise<StoredBefore & { write: Write }> {
  const { tx, scope, connection, now } = batch
  const told = toldOfCalls(connection, candidates)
  if (told.length === 0) {
    const read = await readStored(batch, candidates)
    const write = await openWriteSince(tx, scope, now, lastWrite)
    if (write) return { write, ...read }
  }
  const write = await openWrite(tx, scope, now)
  await adoptOurs(tx, scope, connection.id, told)
  return { write, ...(await readStored(batch, candidates)) }
}

/** Stays that the channel may have booked by calling this server. */
const toldOfCalls = ({ provider }: RecordBatch['connection'], candidates: readonly ReservationCandidate[]) =>
  candidates
    .filter(({ record: { source } }) => provider === callingChannel && source === callingChannel)
    .map(({ record: { externalId, ownId, checkIn, checkOut, guest }, listing }) => ({
      ...{ externalId, ownId, checkIn, checkOut, listingId: listing.id },
      lastName: guest?.lastName ?? null,
    }))

async function readStored(
  batch: RecordBatch,
  candidates: readonly ReservationCandidate[],
): Promise<StoredBefore> {
  const { tx, scope, connection, now } = batch
  const externalIds = candidates.map(({ record }) => record.externalId)
  const stored = await knownReservations(tx, scope, connection.id, externalIds)
  const twins = await twinsOf(batch, candidates, stored)
  const plan = await planGuests(tx, scope, connection.id, mentionsOf(candidates, stored, now))
  const ofTouchedGuests = await reservationIdsOfGuests(tx, scope, plan.touched)
  const storedIds = new Set(externalIds.flatMap((externalId) => stored.get(externalId)?.id ?? []))
  const others = ofTouchedGuests.filter((id) => !storedIds.has(id))
  const before = await shownNow(batch, others)
  const next = await newIds(tx, scope, 'reservations', candidates.length - stored.size)
  return { stored, twins, plan, before, next }
}

function mentionsOf(
  candidates: readonly ReservationCandidate[],
  stored: ReadonlyMap<string, KnownReservation>,
  now: Date,
): GuestMention[] {
  return candidates.flatMap(({ record }) => {
    if (!record.guest) return []
    return {
      key: record.externalId,
      guest: record.guest,
      attachedId: stored.get(record.externalId)?.guest_id ?? null,
      usedAt: new Date(record.bookedAt ?? now).toISOString(),
      isUndated: !record.bookedAt,
    }
  })
}

/** Returns for new stays the record of another account that is the same booking. */
async function twinsOf(
  { tx, scope, connection }: RecordBatch,
  candidates: readonly ReservationCandidate[],
  stored: ReadonlyMap<string, KnownReservation>,
): Promise<ReadonlyMap<string, string>> {
  const coming = candidates
    .filter(({ record }) => !stored.has(record.externalId) && codedSources.includes(record.source ?? ''))
    .map(({ record, listing }) => ({ ...record, listingId: listing.id }))
  if (coming.length === 0) return new Map()
  const codes = coming.map(({ confirmationCode }) => confirmationCode)
  const standing = await standingWithCodes(tx, scope, connection.id, codes)
  const pairs = pairsOf(coming, standing)
  return new Map([...pairs].map(([{ externalId }, { id }]) => [externalId, id]))
}
