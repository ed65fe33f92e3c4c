import { addDays } from '../../connector-kit/dates.ts'
import { idText } from '../../connector-kit/readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { bookingsOfRoom } from './bookings.ts'

// These hold no nights. Everything else does, also what has a word that nobody knows.
const notHolding = ['inquiry', 'cancelled']

/** The calendar counts the units of a room type; whether one of them is free, only its bookings tell. */
export async function requireFreeUnit(
  { http }: VendorContext,
  wanted: { roomId: string; unitId: string; checkIn: string; checkOut: string; except?: string },
): Promise<void> {
  const { roomId, unitId, checkIn, checkOut, except } = wanted
  const rows = await bookingsOfRoom(http, roomId, {
    arrivalTo: addDays(checkOut, -1),
    departureFrom: addDays(checkIn, 1),
  })
  const inTheWay = rows.find(
    (row) =>
      idText(row.unitId) === unitId &&
      !notHolding.includes(row.status?.toLowerCase() ?? '') &&
      String(row.id) !== except,
  )
  if (inTheWay === undefined) return
  const message = `unit ${unitId} is taken from ${inTheWay.arrival ?? ''} to ${inTheWay.departure ?? ''}`
  throw new VendorError('rejected', message, { reason: 'dates_unavailable' })
}
