/** Bookings by the older interface, which can be filtered and sorted by their last change and brings guest and money along. */
import type { VendorContext } from '../../connector-kit/connector.ts'
import { mapping } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { close, isShut } from './doors.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import type { EnvelopeRows } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { changedAt, filterOf, pageSize } from './reservation-walk.ts'
import type { ReservationCursor } from './reservation-walk.ts'
import { reservationFields, VendorReservation } from './vendor.ts'

export const olderMapping = mapping('stay', VendorReservation, toStay, idOf)

const path = '/v1/reservations'

export async function olderPage({ http }: VendorContext, place: ReservationCursor): Promise<EnvelopeRows> {
  const query = {
    fields: reservationFields,
    sort: place.sortedBy ?? 'lastUpdatedAt',
    limit: pageSize,
    skip: place.skip,
    filters: filterOf(place),
  }
  return readRows(await http.get(path, { query }))
}

/** How many bookings the account has, and when one changed last. */
export async function olderHead({ http }: VendorContext) {
  const query = { fields: '_id lastUpdatedAt', sort: '-lastUpdatedAt', limit: 1 }
  const { rows, total } = readRows(await http.get(path, { query }))
  return { count: total, newest: changedAt(rows[0]) }
}

/** Bookings with this value in a field. */
export async function olderWith({ http }: VendorContext, field: string, value: string): Promise<unknown[]> {
  const filters = JSON.stringify([{ field, operator: '$eq', value }])
  const query = { fields: reservationFields, filters, limit: pageSize }
  return readRows(await http.get(path, { query })).rows
}

export type OlderRow = { is: 'there'; row: unknown } | { is: 'missing' | 'shut' }

/** `missing` is also what an endpoint says that was removed without a word. */
export async function olderRow(context: VendorContext, externalId: string): Promise<OlderRow> {
  try {
    const query = { fields: reservationFields }
    const answer = await context.http.get(`${path}/${encodeURIComponent(externalId)}`, { query })
    return { is: 'there', row: readRecord(answer) }
  } catch (error) {
    if (error instanceof VendorError && error.status === 404) return { is: 'missing' }
    if (!isShut(error)) throw error
    close(context, 'older')
    return { is: 'shut' }
  }
}
