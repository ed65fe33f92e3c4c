import type { VendorStayPage } from '../../connector-kit/connector.ts'
import type { InquiryRecord, ReservationRecord, StayRecord } from '../../contract/records.ts'
import { appendEvents, openWrite } from '../../platform/outbox.ts'
import { followStays } from '../calendar/public.ts'
import { inquiryEvents } from '../inquiries/events.ts'
import { calendarsOf, emptyApplied, mergeApplied, type AppliedBatch, type RecordBatch } from '../batch.ts'
import { dropInquiries } from './inquiry-queries.ts'
import { applyInquiries } from './store-inquiries.ts'
import { cancelReservations, reservationIdsOf, stayIdsOfBookings } from '../reservations/store-queries.ts'
import { applyReservations } from '../reservations/store.ts'
import { publishReservations, shownNow } from '../reservations/publish.ts'

const isReservation = (record: StayRecord): record is ReservationRecord => record.kind === 'reservation'
const isInquiry = (record: StayRecord): record is InquiryRecord => record.kind === 'inquiry'

/** Stores a page of a vendor's reservation list: stays, inquiries, and rows that are neither. */
export async function applyStays(batch: RecordBatch, records: readonly StayRecord[]): Promise<AppliedBatch> {
  // A row that is no stay any more ends its reservation; what it is now is stored after that.
  const noStays = records.filter((record) => !isReservation(record)).map(({ externalId }) => externalId)
  const blocked = records.filter((record) => record.kind === 'block')
  return mergeApplied([
    await endReservations(batch, noStays),
    {
      ...emptyApplied,
      followUps: blocked.map((block) => ({ entity: 'calendar', externalId: block.listingExternalId })),
    },
    await applyReservations(batch, records.filter(isReservation)),
    await applyInquiries(batch, records.filter(isInquiry)),
  ])
}

/** The vendor no longer has these rows: stays become cancelled and open inquiries expire. */
export async function removeStays(batch: RecordBatch, externalIds: readonly string[]): Promise<AppliedBatch> {
  const ended = await endReservations(batch, externalIds)
  const { tx, scope, connection, now } = batch
  const write = await openWrite(tx, scope, now)
  const dropped = await dropInquiries(tx, scope, connection.id, externalIds, write.at)
  await appendEvents(write, await inquiryEvents(write, dropped))
  return { ...ended, changed: ended.changed + dropped.length }
}

/** The vendor sent these bookings whole, so stored stays missing from them have ended. */
export async function endOthers(
  batch: RecordBatch,
  bookings: NonNullable<VendorStayPage['whole']>,
): Promise<AppliedBatch> {
  const { tx, scope, connection } = batch
  if (bookings.length === 0) return emptyApplied
  const standing = new Set(bookings.flatMap(({ stays }) => stays))
  const codes = bookings.map(({ confirmationCode }) => confirmationCode)
  const prefixes = bookings.map(({ idPrefix = '' }) => idPrefix)
  const kept = await stayIdsOfBookings(tx, scope, connection.id, codes)
  return endReservations(
    batch,
    kept.filter(
      (externalId) => !standing.has(externalId) && prefixes.some((own) => externalId.startsWith(own)),
    ),
  )
}

async function endReservations(batch: RecordBatch, externalIds: readonly string[]): Promise<AppliedBatch> {
  const { tx, scope, connection, now } = batch
  const ids = await reservationIdsOf(tx, scope, connection.id, externalIds)
  if (ids.length === 0) return mergeApplied([])
  const write = await openWrite(tx, scope, now)
  const before = await shownNow(batch, ids)
  const { result: changed, listings } = await followStays(
    write,
    { ids, quietFor: connection.importing ? connection.id : null },
    async () => {
      await cancelReservations(tx, scope, ids)
      return publishReservations(write, batch, { before, created: [], importing: null })
    },
  )
  return { changed: changed.length, failures: [], followUps: calendarsOf(connection, listings) }
}
