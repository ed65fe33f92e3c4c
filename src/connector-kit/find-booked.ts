/**
 * Looking for a booking whose answer was lost. The marker in it comes first; but people can edit or delete what stands in a
 * booking, so before it is said not to be there, what the vendor has added since is gone through for the same stay.
 */
import type { StayRecord } from '../contract/records.ts'
import type { Connector } from './connector.ts'
import { compareInstants } from './dates.ts'
import { isSameGuest } from './find-guest.ts'
import type { VendorContext } from './vendor-context.ts'
import { VendorError } from './vendor-error.ts'
import type { ReservationDraft } from './write-operations.ts'

// The vendor's clock may be behind ours.
const clockMarginMs = 60_000
// More than this has not come since a booking was sent; a walk that is longer goes through everything.
const mostPages = 50
const live = new Set(['confirmed', 'pending'])

/**
 * The vendor's id; null: it is not there. Throws where it cannot be told. `isOthers`: whether a booking was, or may have been,
 * made by another request.
 */
export async function findBooked(
  context: VendorContext,
  { operations }: Connector,
  draft: ReservationDraft,
  { sentAt, isOthers }: { sentAt: Date; isOthers(externalId: string): Promise<boolean> },
): Promise<string | null> {
  const { reservationWrites, reservations } = operations
  if (!reservationWrites) throw new Error('the connector writes no reservations')
  const { marker, listingExternalId, checkIn, checkOut } = draft
  const wanted = { marker, listingExternalId, checkIn, checkOut, since: sentAt }
  const [marked] = await reservationWrites.findMarked(context, wanted)
  if (marked !== undefined) return marked
  if (!reservations) return null
  const since = new Date(sentAt.getTime() - clockMarginMs).toISOString()
  const sources = new Set<string>(reservationWrites.ownSources)
  const alike = new Set<string>()
  let cursor: string | null = null
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page: Awaited<ReturnType<typeof reservations.page>> = await reservations.page(context, {
      cursor,
      since,
    })
    for (const record of page.records) {
      if (isAlike(record, draft, since, sources)) alike.add(record.externalId)
    }
    cursor = page.next
    if (cursor === null) break
  }
  const ours: string[] = []
  for (const externalId of alike) if (!(await isOthers(externalId))) ours.push(externalId)
  const [found, ...others] = ours
  if (others.length === 0) return found ?? null
  // One of them is somebody else's: neither may be taken for this one, and this one may not be made again.
  throw new VendorError('unavailable', `${ours.length} bookings look like the one that was sent`)
}

/** The same stay of the same guest, booked by us or by hand, and not before it was sent. */
function isAlike(
  record: StayRecord,
  draft: ReservationDraft,
  since: string,
  sources: ReadonlySet<string>,
): boolean {
  if (record.kind !== 'reservation' || !live.has(record.status)) return false
  const { bookedAt, source } = record
  if (!bookedAt || compareInstants(bookedAt, since) < 0 || !sources.has(source ?? '')) return false
  return (
    record.listingExternalId === draft.listingExternalId &&
    record.checkIn === draft.checkIn &&
    record.checkOut === draft.checkOut &&
    isSameGuest(record.guest, draft.guest)
  )
}
