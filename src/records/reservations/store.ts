import type { ReservationRecord } from '../../contract/records.ts'
import { appendEvents, type NewEvent } from '../../platform/outbox.ts'
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

/** The stays of a batch on their way to rows, with what was known of them before. */
interface StayBatch {
  batch: RecordBatch
  candidates: readonly ReservationCandidate[]
  known: KnownReferences
  opened: OpenedStays
  /** Guest ids by the source's id of the stay. */
  guests: ReadonlyMap<string, string>
  /** In the order of the candidates. */
  rows: readonly StoredReservation[]
  added: readonly StoredReservation[]
  /** Rows of a second source, by id: the record that is shown in their place. */
  seconds: ReadonlyMap<string, string>
}

type KnownReferences = Awaited<ReturnType<typeof lookUpStays>>
type OpenedStays = Awaited<ReturnType<typeof openWith>>

/** The stages of storing a batch, all under the workspace's head row. */
async function storeCandidates(
  batch: RecordBatch,
  candidates: readonly ReservationCandidate[],
  known: KnownReferences,
): Promise<AppliedBatch> {
  const opened = await openWith(batch, candidates, known.lastWrite)
  const stays = await toStayBatch(batch, candidates, known, opened)
  const { published, ofNights, moved } = await storeRows(stays)
  const ofInquiries = await linkToInquiries(stays)
  const ofAlterations = await storeAlterationsOf(stays)
  await appendEvents(opened.write, [...published.events, ...ofNights, ...ofInquiries, ...ofAlterations])
  await settleSecondSources(stays)
  return appliedOf(stays, published.ids, moved)
}

/** Stores the guests, so that the rows of the stays can name them. */
async function toStayBatch(
  batch: RecordBatch,
  candidates: readonly ReservationCandidate[],
  known: KnownReferences,
  opened: OpenedStays,
): Promise<StayBatch> {
  const { stored, twins } = opened
  const guests = await storeGuests(opened.write, opened.plan)
  const rows = candidates.map((candidate) => toRow(batch, candidate, { known, opened, guests }))
  const added = rows.filter((row) => !stored.has(row.external_id))
  return { batch, candidates, known, opened, guests, rows, added, seconds: secondsOf(rows, stored, twins) }
}

function toRow(
  { connection, now }: RecordBatch,
  { record, listing, hash }: ReservationCandidate,
  { known, opened: { stored, plan, next }, guests }: Pick<StayBatch, 'known' | 'opened' | 'guests'>,
): StoredReservation {
  const unit = record.unitExternalId && listing.is_kept ? known.units.get(record.unitExternalId) : null
  const old = stored.get(record.externalId)
  const isForgotten = plan.forgotten.has(record.externalId) || old?.guest_forgotten === true
  return toStoredReservation(isForgotten ? { ...record, guestDetails: {} } : record, {
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
}

const isShownIn =
  ({ seconds }: Pick<StayBatch, 'seconds'>) =>
  ({ id }: { id: string }) =>
    !seconds.has(id)

/** Stores the rows with what is shown of them; their nights follow. */
async function storeRows(stays: StayBatch) {
  const { batch, candidates, opened, rows, added, seconds } = stays
  const { connection, now } = batch
  const isShown = isShownIn(stays)
  const bookedAt = new Map(candidates.map(({ record }) => [record.externalId, record.bookedAt]))
  const created = added.map(({ id, external_id: externalId }) => ({
    id,
    isNews: isBookingNews(bookedAt.get(externalId), connection),
  }))
  const addedIds = new Set(created.map(({ id }) => id))
  const found = created.some(({ isNews }) => isNews) ? null : findInFirstImport(stays)
  const store = (takeNights: TakeChanges) =>
    storeAndPublish(
      opened.write,
      batch,
      { connectionId: connection.id, rows, added: addedIds, seconds, takeNights, found },
      {
        before: opened.before,
        created: created.filter(isShown),
        // While old bookings are imported, what one says of a guest is no news about the others.
        importing: importOf(connection),
      },
    )
  const old = [...opened.stored.values()]
    .filter(isShown)
    .map((stay) => ({ ...stay, holds: holdsNights(stay, now) }))
  const quietFor = connection.importing ? connection.id : null
  const following = { old, coming: rows.filter(isShown), quietFor }
  const { result: published, events, listings: moved } = await nightsFollow(opened.write, following, store)
  return { published, ofNights: events, moved }
}

/** What is shown of stays that a first import finds, without looking it up; null if it has to be. */
function findInFirstImport({ batch, candidates, known, opened, guests, rows, seconds }: StayBatch) {
  const { connection } = batch
  if (!connection.importing || opened.stored.size > 0 || seconds.size > 0) return null
  const referred = {
    listings: new Map(candidates.map(({ listing: { id, active } }) => [id, active])),
    units: known.unitNames,
    accounts: known.accounts,
    guests: guestsToShow(opened.plan, guests),
  }
  return findReferredStays(rows, referred, opened.write.at)
}

/** Links the stays with what was asked before. Answers the events of inquiries that became bookings. */
async function linkToInquiries({ batch, candidates, opened, rows }: StayBatch): Promise<NewEvent[]> {
  const { connection } = batch
  const { write, stored } = opened
  const asked = candidates.flatMap(({ record: { externalId, inquiryExternalId } }) =>
    inquiryExternalId && !stored.has(externalId) ? [{ inquiry: inquiryExternalId, booking: externalId }] : [],
  )
  const settled = [
    ...(await linkReservations(write, connection.id, rows)),
    ...(await settleInquiries(write, connection.id, asked)),
  ]
  return connection.importing ? [] : inquiryEvents(write, settled)
}

/** Stores the changes that guests and hosts asked for. Answers their events. */
async function storeAlterationsOf(stays: StayBatch): Promise<NewEvent[]> {
  const { batch, candidates, opened, rows } = stays
  const isShown = isShownIn(stays)
  const altered = candidates.flatMap(({ record, listing }, index) => {
    const row = rows[index]
    if (!row || !record.alterations?.length) return []
    const { id: reservationId, listing_id: listingId, account_id: accountId } = row
    const before = opened.stored.get(record.externalId)
    // Events name only records that are shown.
    const isActive = listing.active && isShown(row)
    return [{ record, reservationId, listingId, accountId, isActive, before }]
  })
  return altered.length === 0 ? [] : storeAlterations(opened.write, batch.connection, altered)
}

async function settleSecondSources({ batch, opened, rows, seconds }: StayBatch): Promise<void> {
  const unsettled = [...seconds.keys(), ...partedFrom(rows, opened.stored)]
  if (unsettled.length > 0) await settleSeconds(opened.write, batch, unsettled)
}

function appliedOf(
  { batch, candidates, rows, seconds }: StayBatch,
  publishedIds: Iterable<string>,
  moved: Parameters<typeof calendarsOf>[1],
): AppliedBatch {
  const changed = new Set([...publishedIds, ...seconds.keys()])
  return {
    // Other bookings of the same guests were not read, so they do not count.
    changed: rows.filter(({ id }) => changed.has(id)).length,
    failures: [],
    followUps: [...followUpsOf(candidates, rows, changed), ...calendarsOf(batch.connection, moved)],
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
