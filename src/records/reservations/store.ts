import type { ReservationRecord } from '../../contract/records.ts'
import { appendEvents, openWrite } from '../../platform/outbox.ts'
import { newIds } from '../../platform/tenant.ts'
import { holdsNights, nightsFollow } from '../calendar/public.ts'
import { planGuests, storeGuests } from '../guests/plan.ts'
import type { GuestMention } from '../guests/matching.ts'
import { storeAlterations } from '../alterations/store.ts'
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
import { linkReservations, settleInquiries } from '../stays/link-queries.ts'
import {
  lookUpStays,
  reservationIdsOfGuests,
  storedCancellation,
  knownReservations,
  type KnownReservation,
} from './store-queries.ts'
import { toStoredReservation, type ListingRef, type StoredReservation } from './row.ts'
import { shownNow, storeAndPublish } from './publish.ts'
import { adoptOurs } from './ours-queries.ts'
import { standingWithCodes } from './twins/queries.ts'
import { codedSources, pairsOf } from './twins/rules.ts'
import { settleSeconds } from './twins/settle.ts'

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
  const {
    listings: linked,
    hashes,
    units,
  } = await lookUpStays(tx, scope, connection.id, {
    listings: records.map((record) => record.listingExternalId),
    stays: records.map(({ externalId }) => externalId),
    units: records.flatMap(({ unitExternalId }) => unitExternalId ?? []),
  })
  const listings = batch.listings ?? linked
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
  await adoptOurs(
    tx,
    scope,
    connection.id,
    candidates.map(({ record, listing }) => ({
      externalId: record.externalId,
      ownId: record.ownId,
      listingId: listing.id,
    })),
  )
  const stored = await knownReservations(tx, scope, connection.id, externalIds)
  const twins = await twinsOf(batch, candidates, stored)
  const plan = await planGuests(tx, scope, connection.id, mentionsOf(candidates, stored, now))
  const ofTouchedGuests = await reservationIdsOfGuests(tx, scope, plan.touched)
  const storedIds = new Set(externalIds.flatMap((externalId) => stored.get(externalId)?.id ?? []))
  const others = ofTouchedGuests.filter((id) => !storedIds.has(id))
  const before = await shownNow(batch, others)
  const guests = await storeGuests(write, plan)

  const next = await newIds(tx, scope, 'reservations', candidates.length - stored.size)
  const isForgotten = (externalId: string) =>
    plan.forgotten.has(externalId) || stored.get(externalId)?.guest_forgotten === true
  const rows = candidates.map(({ record, listing, hash }): StoredReservation => {
    const unit = record.unitExternalId && listing.is_kept ? units.get(record.unitExternalId) : null
    const old = stored.get(record.externalId)
    return toStoredReservation(isForgotten(record.externalId) ? { ...record, guestDetails: {} } : record, {
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
  const seconds = secondsOf(rows, stored, twins)
  const added = rows.filter(isNew)
  const bookedAt = new Map(candidates.map(({ record }) => [record.externalId, record.bookedAt]))
  const isShown = ({ id }: { id: string }) => !seconds.has(id)
  const store = () =>
    storeAndPublish(
      write,
      batch,
      { connectionId: connection.id, rows, added: new Set(added.map(({ id }) => id)), seconds },
      {
        before,
        created: added.filter(isShown).map(({ id, external_id }) => ({
          id,
          isNews: isBookingNews(bookedAt.get(external_id), connection),
        })),
        // While old bookings are coming in, what one tells of a guest is no news about the others.
        importing: importOf(connection),
      },
    )
  const old = [...stored.values()].filter(isShown).map((stay) => ({ ...stay, holds: holdsNights(stay, now) }))
  const following = { old, coming: rows.filter(isShown), quiet: connection.importing }
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
    // Events name only what is shown.
    const isActive = listing.active && isShown(row)
    return [{ record, reservationId, listingId, accountId, isActive, before }]
  })
  const ofAlterations = altered.length === 0 ? [] : await storeAlterations(write, connection, altered)
  await appendEvents(write, [...published.events, ...events, ...ofInquiries, ...ofAlterations])
  const unsettled = [...seconds.keys(), ...partedFrom(rows, stored)]
  if (unsettled.length > 0) await settleSeconds(write, batch, unsettled)
  const told = new Set([...published.ids, ...seconds.keys()])
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
      isUndated: !record.bookedAt,
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

/** Of coming stays that are new: the record of another account that is the same booking. */
async function twinsOf(
  { tx, scope, connection }: Batch,
  candidates: readonly Candidate[],
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

/** Rows that are of a second source, by id: the record that is shown in their place. */
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

/** Second sources of records that are of another listing now, or have another code. */
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
