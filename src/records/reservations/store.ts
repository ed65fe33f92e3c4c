import type { ReservationRecord } from '../../contract/records.ts'
import { appendEvents, openWrite } from '../../platform/outbox.ts'
import { newIds } from '../../platform/tenant.ts'
import { holdsNights, nightsFollow } from '../calendar/public.ts'
import { planGuests, storeGuests } from '../guests/plan.ts'
import type { GuestMention } from '../guests/matching.ts'
import { inquiryEvents } from '../inquiries/events.ts'
import { contentHash } from '../canonical.ts'
import { isBookingNews } from '../news.ts'
import {
  calendarsOf,
  importOf,
  lastOfEach,
  nothing,
  type Applied,
  type Batch,
  type FollowUp,
} from '../batch.ts'
import { linkReservations } from '../stays/link-queries.ts'
import {
  lookUpStays,
  reservationIdsOfGuests,
  storedCancellation,
  knownReservations,
  type KnownReservation,
} from './store-queries.ts'
import { toStoredReservation, type ListingRef, type StoredReservation } from './row.ts'
import { shownNow, storeAndPublish } from './publish.ts'

interface Candidate {
  record: ReservationRecord
  listing: ListingRef
  hash: string
}

/** Stores the stays of a batch: what changed, its history and its events together. */
export async function applyReservations(batch: Batch, given: readonly ReservationRecord[]): Promise<Applied> {
  const { tx, scope, connection } = batch
  const records = lastOfEach(given)
  if (records.length === 0) return nothing
  const { listings, hashes, units } = await lookUpStays(tx, scope, connection.id, {
    listings: records.map((record) => record.listingExternalId),
    stays: records.map(({ externalId }) => externalId),
    units: records.flatMap(({ unitExternalId }) => unitExternalId ?? []),
  })
  const failures = records
    .filter((record) => !listings.has(record.listingExternalId))
    .map(({ externalId, listingExternalId }) => ({
      externalId,
      message: `its listing ${listingExternalId} is not known`,
    }))
  const candidates = records.flatMap((record): Candidate[] => {
    const listing = listings.get(record.listingExternalId)
    const hash = contentHash(record)
    return listing && hashes.get(record.externalId) !== hash ? [{ record, listing, hash }] : []
  })
  if (candidates.length === 0) return { ...nothing, failures }
  return { ...(await storeCandidates(batch, candidates, units)), failures }
}

async function storeCandidates(
  batch: Batch,
  candidates: readonly Candidate[],
  units: ReadonlyMap<string, string>,
): Promise<Applied> {
  const { tx, scope, connection, now } = batch
  // From here on nobody else changes what this workspace shows, so what is read stays true until the commit.
  const write = await openWrite(tx, scope, now)
  const externalIds = candidates.map(({ record }) => record.externalId)
  const stored = await knownReservations(tx, scope, connection.id, externalIds)
  const plan = await planGuests(tx, scope, connection.id, mentionsOf(candidates, stored, now))
  const ofTouchedGuests = await reservationIdsOfGuests(tx, scope, plan.touched)
  const storedIds = new Set(externalIds.flatMap((externalId) => stored.get(externalId)?.id ?? []))
  const others = ofTouchedGuests.filter((id) => !storedIds.has(id))
  const before = await shownNow(batch, others)
  const guests = await storeGuests(write, plan)

  const next = await newIds(tx, scope, 'reservations', candidates.length - stored.size)
  const rows = candidates.map(({ record, listing, hash }): StoredReservation => {
    const unit = record.unitExternalId && listing.is_kept ? units.get(record.unitExternalId) : null
    const old = stored.get(record.externalId)
    return toStoredReservation(record, {
      id: old?.id ?? next(),
      listing,
      accountId: listing.account_id ?? connection.accountId,
      // A source that no longer names the guest has not changed who comes.
      guestId: guests.get(record.externalId) ?? old?.guest_id ?? null,
      unitId: unit ?? null,
      cancellation: {
        stored: storedCancellation(old),
        // A first import finds what was cancelled long ago.
        seen: old?.status === 'cancelled' || connection.importing ? null : now,
      },
      hash: unit === undefined ? null : hash,
    })
  })
  const isNew = (row: StoredReservation) => !stored.has(row.external_id)
  const added = rows.filter(isNew)
  const bookedAt = new Map(candidates.map(({ record }) => [record.externalId, record.bookedAt]))
  const store = () =>
    storeAndPublish(
      write,
      batch,
      { connectionId: connection.id, rows },
      {
        before,
        created: added.map(({ id, external_id }) => ({
          id,
          isNews: isBookingNews(bookedAt.get(external_id), connection),
        })),
        // While old bookings are coming in, what one tells of a guest is no news about the others.
        importing: importOf(connection),
      },
    )
  const old = [...stored.values()].map((stay) => ({ ...stay, holds: holdsNights(stay, now) }))
  const following = { old, coming: rows, quiet: connection.importing }
  const { result: published, events, listings: moved } = await nightsFollow(write, following, store)
  const settled = await linkReservations(write, connection.id, rows)
  const ofInquiries = connection.importing ? [] : await inquiryEvents(write, settled)
  await appendEvents(write, [...published.events, ...events, ...ofInquiries])
  const told = new Set(published.ids)
  return {
    // Other bookings of the same guests do not count: they were not read.
    changed: rows.filter(({ id }) => told.has(id)).length,
    failures: [],
    followUps: [...followUpsOf(candidates, rows, told), ...calendarsOf(connection, moved)],
  }
}

function mentionsOf(
  candidates: readonly Candidate[],
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
    }
  })
}

/** A changed stay changes the nights of its listing, which are read from whom keeps it; an unknown room is looked up. */
function followUpsOf(
  candidates: readonly Candidate[],
  rows: readonly StoredReservation[],
  changed: ReadonlySet<string>,
): FollowUp[] {
  return candidates.flatMap(({ listing: { is_kept, external_id: externalId } }, index): FollowUp[] => {
    const row = rows[index]
    if (!row || !is_kept) return []
    return [
      ...(changed.has(row.id) ? [{ entity: 'calendar' as const, externalId }] : []),
      ...(row.source_hash === null ? [{ entity: 'units' as const, externalId }] : []),
    ]
  })
}
