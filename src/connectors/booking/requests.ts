/** Some properties want requests to book: the property answers, then the guest confirms. */
import type { StayRecord } from '../../contract/records.ts'
import { fieldOf, listIn, orNull, orRefused } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { mapOne, mapping, mapRows } from '../../connector-kit/paginate.ts'
import { currencyCode, idText, presentText } from '../../connector-kit/readings.ts'
import { countedParty, heldStatus, partyOf, stayDates } from '../../connector-kit/stay-readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { hotelIdIn } from './calls.ts'
import { VendorRequest } from './vendor.ts'

const pageSize = 100

/** Each requested room is a stay; all rooms of a request are answered together. */
export const requestIdOf = (externalId: string): string | null =>
  /^rtb-(\w+)-\d+$/.exec(externalId)?.[1] ?? null

export const requestPath = (context: VendorContext, id: string): string =>
  `/rtb/properties/${encodeURIComponent(hotelIdIn(context))}/requests/${encodeURIComponent(id)}`

const idOf = (row: unknown): string =>
  `rtb-${idText(fieldOf(row, 'id') as string | number) ?? 'unknown'}-${String(fieldOf(row, 'room'))}`
const stay = mapping('stay', VendorRequest, toStay, idOf)

/** Properties that are booked at once have no such calls. */
export async function requestsPage(
  context: VendorContext,
  { page, since }: { page: number; since: string | null },
) {
  const query = { propertyId: hotelIdIn(context), page, pageSize, updatedSince: since }
  const answer = await orRefused(context.http.get('/rtb/requests', { query }))
  const rows = answer === null ? [] : listIn(answer, 'data')
  return { found: mapRows(rows.flatMap(roomsIn), stay), isFull: rows.length === pageSize }
}

export async function oneRequest(context: VendorContext, externalId: string): Promise<StayRecord | null> {
  const id = requestIdOf(externalId)
  const answer = id === null ? null : await orNull(context.http.get(requestPath(context, id)))
  const row = roomsIn(fieldOf(answer, 'data')).find((one) => idOf(one) === externalId)
  return row === undefined ? null : mapOne(row, stay)
}

/** Repeats the request for each of its rooms; one without rooms is kept, to be reported as unreadable. */
function roomsIn(row: unknown): object[] {
  if (typeof row !== 'object' || row === null) return []
  const units = fieldOf(row, 'units')
  const count = Array.isArray(units) ? units.length : 0
  return Array.from({ length: Math.max(1, count) }, (_, room) => ({ ...row, room }))
}

const meanings = {
  CREATED: { status: 'pending', pendingReason: 'host_approval' },
  APPROVED: { status: 'pending', pendingReason: 'guest_payment' },
  REJECTED: { status: 'cancelled', statusDetail: 'declined' },
  EXPIRED_PENDING_APPROVAL: { status: 'cancelled', statusDetail: 'request_expired' },
  EXPIRED_AFTER_APPROVAL: { status: 'cancelled', statusDetail: 'request_expired' },
} as const

function toStay(row: VendorRequest): StayRecord {
  const unit = row.units?.[row.room]
  const listingExternalId = idText(unit?.id)
  if (listingExternalId === null) throw new EssentialMissing('a request for no room')
  const sourceStatus = presentText(row.requestStatus) ?? 'none'
  const common = { externalId: idOf(row), listingExternalId, sourceStatus }
  // The request has become a booking, which comes by the queue.
  if (row.requestStatus === 'BOOKED') return { kind: 'block', ...common }
  const { adults, children } = row.occupancy ?? {}
  const isWhole = row.units?.length === 1
  const party = isWhole ? countedParty(partyOf({ adults, children })) : null
  const price = unit?.price ?? (isWhole ? row.totalPrice : null)
  const message = presentText(row.guestInfo?.guestMessage)
  return {
    kind: 'reservation',
    ...common,
    confirmationCode: `rtb-${row.id}`,
    source: 'booking.com',
    ...heldStatus<(typeof meanings)[keyof typeof meanings]>(meanings, row.requestStatus, 'requestStatus'),
    ...stayDates(row.checkin, row.checkout),
    bookedAt: utcInstant(row.createdAt),
    ...(party === null ? {} : { occupancy: party }),
    totalPrice: decimalString(price?.amount),
    currency: currencyCode(price?.currency),
    ...(message === null ? {} : { guestDetails: { remarks: message } }),
  }
}
