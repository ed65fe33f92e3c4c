/**
 * Finds a booking whose answer was lost. Its marker comes first; since people can edit bookings, recent ones with the same stay are checked
 * too before it counts as missing.
 */
import type { StayRecord } from '../contract/records.ts'
import type { Connector } from './connector.ts'
import { compareInstants } from './dates.ts'
import { isSameGuest } from './find-guest.ts'
import { everyPage, type MappedRows } from './paginate.ts'
import type { VendorContext } from './vendor-context.ts'
import { VendorError } from './vendor-error.ts'
import type { ReservationDraft } from './write-operations.ts'

// The vendor's clock may be behind ours.
const clockMarginMs = 60_000
const live = new Set(['confirmed', 'pending'])
/** Like a marker, a search of the listing finds cancelled bookings too, so that a late retry does not book again. */
const anyStatus = new Set([...live, 'cancelled'])

/**
 * Returns the vendor's id, or null when the booking is missing. Throws when that cannot be decided.
 * `isOthers` says whether another request made a booking.
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
  const search = { marker, listingExternalId, checkIn, checkOut, since: sentAt }
  const [marked] = await reservationWrites.findMarked(context, search)
  if (marked !== undefined) return marked
  if (!reservations) return null
  const since = new Date(sentAt.getTime() - clockMarginMs).toISOString()
  const sources = new Set<string>(reservationWrites.ownSources)
  const alike = new Set<string>()
  const unread = new Set<string>()
  const look = ({ records, failures }: MappedRows<StayRecord>, statuses: ReadonlySet<string>) => {
    for (const record of records)
      if (isAlike(record, draft, since, sources, statuses)) alike.add(record.externalId)
    for (const { externalId } of failures) unread.add(externalId)
  }
  if (reservationWrites.staysOn !== undefined) {
    look(await reservationWrites.staysOn(context, search), anyStatus)
    return theOnlyOne(alike, unread, isOthers)
  }
  // A list with more pages holds more than came since the booking was sent.
  const pages = everyPage('the list of reservations', (cursor: string | null) =>
    reservations.page(context, { cursor, since }),
  )
  for await (const page of pages) look(page, live)
  return theOnlyOne(alike, unread, isOthers)
}

/** Returns every booking that this draft made, where nobody else books. */
export async function bookedBy(
  context: VendorContext,
  connector: Connector,
  draft: ReservationDraft,
  since: Date,
): Promise<string[]> {
  const { reservationWrites } = connector.operations
  if (reservationWrites?.staysOn === undefined)
    return (await reservationWrites?.findMarked(context, { ...draft, since })) ?? []
  const found = await findBooked(context, connector, draft, { sentAt: since, isOthers: async () => false })
  return found === null ? [] : [found]
}

async function theOnlyOne(
  alike: ReadonlySet<string>,
  unread: ReadonlySet<string>,
  isOthers: (externalId: string) => Promise<boolean>,
): Promise<string | null> {
  const notOthers = async (ids: ReadonlySet<string>): Promise<string[]> => {
    const found: string[] = []
    for (const externalId of ids) if (!(await isOthers(externalId))) found.push(externalId)
    return found
  }
  const ours = await notOthers(alike)
  const [found, ...others] = ours
  if (found === undefined) {
    const [doubtful] = await notOthers(unread)
    if (doubtful === undefined) return null
    throw new VendorError(
      'unavailable',
      `booking ${doubtful} cannot be read, so it may be the one that was sent`,
    )
  }
  if (others.length === 0) return found
  // One of these bookings belongs to somebody else, so none can be taken and none may be made.
  throw new VendorError('unavailable', `${ours.length} bookings look like the one that was sent`)
}

/** A booking is alike if it has the same stay and guest and came after the request was sent. */
function isAlike(
  record: StayRecord,
  draft: ReservationDraft,
  since: string,
  sources: ReadonlySet<string>,
  statuses: ReadonlySet<string>,
): boolean {
  if (record.kind !== 'reservation' || !statuses.has(record.status)) return false
  const { bookedAt, source } = record
  if (!bookedAt || compareInstants(bookedAt, since) < 0 || !sources.has(source ?? '')) return false
  return (
    record.listingExternalId === draft.listingExternalId &&
    record.checkIn === draft.checkIn &&
    record.checkOut === draft.checkOut &&
    isSameGuest(record.guest, draft.guest)
  )
}
