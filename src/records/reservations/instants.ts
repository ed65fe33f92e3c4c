import { completesAt, inquiryLapsesAt, lapsesAt } from '../stay-times.ts'
import type { RecordBatch } from '../batch.ts'
import {
  openInquiriesOfListings,
  staysOfListings,
  updateInquiryInstants,
  updateStayInstants,
} from './instant-queries.ts'

/** A change of a listing's time zone moves the instants at which stays complete and requests lapse. */
export async function moveStayInstants(
  { tx, scope }: Pick<RecordBatch, 'tx' | 'scope'>,
  listingIds: readonly string[],
): Promise<void> {
  if (listingIds.length === 0) return
  const stays = await staysOfListings(tx, scope, listingIds)
  await updateStayInstants(
    tx,
    scope,
    stays.map((stay) => ({
      id: stay.id,
      completes_at: completesAt(stay.checkOut, stay.timeZone),
      lapses_at: lapsesAt(stay, stay.timeZone),
    })),
  )
  const inquiries = await openInquiriesOfListings(tx, scope, listingIds)
  await updateInquiryInstants(
    tx,
    scope,
    inquiries.map((inquiry) => ({ id: inquiry.id, lapses_at: inquiryLapsesAt(inquiry, inquiry.timeZone) })),
  )
}
