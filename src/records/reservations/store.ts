import type { ReservationRecord } from '../../contract/records.ts'
import { appendEvents } from '../../platform/outbox.ts'
import { holdsNights, nightsFollow, type TakeChanges } from '../calendar/public.ts'
import { guestsToShow, storeGuests } from '../guests/plan.ts'
import { storeAlterations } from '../alterations/store.ts'
import { inquiryEvents } from '../inquiries/events.ts'
import { contentHash } from '../canonical.ts'
import { isBookingNews } from '../news.ts'
import {
  calendarsOf,
  importOf,
  keepLastOfEach,
  emptyApplied,
  type AppliedBatch,
  type RecordBatch,
  type FollowUp,
} from '../batch.ts'
import { linkReservations, settleInquiries } from './link-queries.ts'
import { lookUpStays, storedCancellation, type KnownReservation } from './store-queries.ts'
import { toStoredReservation, type StoredReservation } from './row.ts'
import { findReferredStays } from './found.ts'
import { storeAndPublish } from './publish.ts'
import { openWith, type ReservationCandidate } from './stored-before.ts'
import { settleSeconds } from './twins/settle.ts'

/** Stores a batch of stays with history and events. */
export async function applyReservations(
  batch: RecordBatch,
  given: readonly ReservationRecord[],
): Promise<AppliedBatch> {
  const { tx, scope, connection } = batch
  const records = keepLastOfEach(given)
  if (records.length === 0) return emptyApplied
  const known = await lookUpStays(tx, scope, connection.id, {
    listings: records.map((record) => record.listingExternalId),
    stays: records.map(({ externalId }) => externalId),
    units: records.flatMap(({ unitExternalId }) => unitExternalId ?? []),
  })
  const { hashes } = known
  const listings = batch.listings ?? known.listings
  const failures = records
    .filter((record) => !listings.has(record.listingExternalId))
    .map(({ externalId, listingExternalId }) => ({
      externalId,
      message: `its listing ${listingExternalId} is not known`,
    }))
  const candidates = records.flatMap((record): ReservationCandidate[] => {
    const listing = listings.get(record.listingExternalId)
    const hash = contentHash(record)
    return listing && hashes.get(record.externalId) !== hash ? [{ record, listing, hash }] : []
  })
  if (candidates.length === 0) return { ...emptyApplied, failures }
  return { ...(await storeCandidates(batch, candidates, known)), failures }
}

async function storeCandidates(
  batch: RecordBatch,
  candidates: readonly ReservationCandidate[],
  known: Awaited<ReturnType<typeof lookUpStays>>,
): Promise<AppliedBatch> {
  const { connection, now } = batch
  const { write, stored, twins, plan, before, next } = await openWith(batch, candidates, known.lastWrite)
  const guests = await storeGuests(write, plan)
  const isForgotten = (externalId: string) =>
    plan.forgotten.has(externalId) || stored.get(externalId)?.guest_forgotten === true
  const rows = candidates.map(({ record, listing, hash }): StoredReservation => {
    const unit = record.unitExternalId && listing.is_kept ? known.units.get(record.unitExternalId) : null
    const old = stored.get(record.externalId)
    return toStoredReservation(isForgotten(record.externalId) ? { ...record, guestDetails: {} } : record, {
      id: old?.id ?? next(),
      listing,
      accountId: listing.account_id ?? connection.accountId,
      // A source that stops naming the guest has not changed who comes.
      guestId: guests.get(record.externalId) ?? old?.guest_id ?? null,
      unitId: unit ?? null,
      cancellation: {
        stored: storedCancellation(old),
        // A first import finds stays that were cancelled long ago.
        seen: old?.status === 'cancelled' || connection.importing ? null : now,
      },
      hash: unit === undefined ? null : hash,
    })
  })
  const isNew = (row: StoredReservation) => !stored.has(row.external_id)
  const seconds = secondsOf(rows, stored, twins)
  const added = rows.filter(isNew)
  const bookedAt = new Map(candidates.map(({ record }) => [record.externalId, record.bookedAt]))
  const isShown = ({ id }: { id: string }) => !seconds.has(id)
  const isTold = added.some(({ external_id: id }) => isBookingNews(bookedAt.get(id), connection))
  const isFound = connection.importing && stored.size === 0 && seconds.size === 0 && !isTold
  const referred = {
    listings: new Map(candidates.map(({ listing: { id, active } }) => [id, active])),
    units: known.unitNames,
    accounts: known.accounts,
    guests: guestsToShow(plan, guests),
  }
  const found = isFound ? findReferredStays(rows, referred, write.at) : null
  const addedIds = new Set(added.map(({ id }) => id))
  const store = (takeNights: TakeChanges) =>
    storeAndPublish(
      write,
      batch,
      { connectionId: connection.id, rows, added: addedIds, seconds, takeNights, found },
      {
        before,
        created: added.filter(isShown).map(({ id, external_id }) => ({
          id,
          isNews: isBookingNews(bookedAt.get(external_id), connection),
        })),
        // While old bookings are imported, what one says of a guest is no news about the others.
        importing: importOf(connection),
      },
    )
  const old = [...stored.values()].filter(isShown).map((stay) => ({ ...stay, holds: holdsNights(stay, now) }))
  const following = {
    old,
    coming: rows.filter(isShown),
    quietFor: connection.importing ? connection.id : null,
  }
  const { result: published, events, listings: moved } = await nightsFollow(write, following, store)
  const asked = candidates.flatMap(({ record: { externalId, inquiryExternalId } }) =>
    inquiryExternalId && !stored.has(externalId) ? [{ inquiry: inquiryExternalId, booking: externalId }] : [],
  )
  const settled = [
    ...(await linkReservations(write, connection.id, rows)),
    ...(await settleInquiries(write, connection.id, asked)),
  ]
  const ofInquiries = connection.importing ? [] : await inquiryEvents(write, settled)
  const altered = candidates.flatMap(({ record, listing }, index) => {
    const row = rows[index]
    if (!row || !record.alterations?.length) return []
    const { id: reservationId, listing_id: listingId, account_id: accountId } = row
    const before = stored.get(record.externalId)
    // Events name only records that are shown.
    const isActive = listing.active && isShown(row)
    return [{ record, reservationId, listingId, accountId, isActive, before }]
  })
  const ofAlterations = altered.length === 0 ? [] : await storeAlterations(write, connection, altered)
  await appendEvents(write, [...published.events, ...events, ...ofInquiries, ...ofAlterations])
  const unsettled = [...seconds.keys(), ...partedFrom(rows, stored)]
  if (unsettled.length > 0) await settleSeconds(write, batch, unsettled)
  const told = new Set([...published.ids, ...seconds.keys()])
  return {
    // Other bookings of the same guests were not read, so they do not count.
    changed: rows.filter(({ id }) => told.has(id)).length,
    failures: [],
    followUps: [...followUpsOf(candidates, rows, told), ...calendarsOf(connection, moved)],
  }
}

/** A changed stay changes nights, which are read from the listing's keeper; an unknown room is looked up. */
function followUpsOf(
  candidates: readonly ReservationCandidate[],
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

/** Maps rows of second sources to the record shown in their place. */
function secondsOf(
  rows: readonly StoredReservation[],
  stored: ReadonlyMap<string, KnownReservation>,
  twins: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(({ id, external_id: externalId }) => {
      const shown = stored.get(externalId)?.merged_into ?? twins.get(externalId)
      return shown === undefined || shown === null ? [] : [[id, shown] as const]
    }),
  )
}

/** Returns second sources whose record now has another listing or code. */
function partedFrom(
  rows: readonly StoredReservation[],
  stored: ReadonlyMap<string, KnownReservation>,
): string[] {
  return rows.flatMap((row) => {
    const second = stored.get(row.external_id)?.second
    if (!second) return []
    const isOne = second.listing_id === row.listing_id && second.confirmation_code === row.confirmation_code
    return isOne ? [] : [second.id]
  })
}
