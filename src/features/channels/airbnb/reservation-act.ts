/** Answering a request, or calling a booking off, through the acts that every channel's bookings share. */
import type { AirbnbReservationActed } from '../../../contract/channel-airbnb.ts'
import type { ReservationCancelled } from '../../../contract/reservation-write.ts'
import { answerRequest, callOff } from '../../bookings/public.ts'
import type { Writing } from '../../route.ts'
import { asAirbnb } from './errors.ts'
import type { AskedAction } from './reservation-action.ts'
import type { BookingRow } from './reservation-queries.ts'

const outcome = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' } as const

export function actOnBooking(
  context: Writing,
  { id, confirmation_code: confirmationCode }: BookingRow,
  asked: AskedAction,
  dryRun: boolean,
): Promise<AirbnbReservationActed> {
  const { action } = asked
  const shown = (done: { dryRun?: true; alreadyCancelled?: true }): AirbnbReservationActed => ({
    id,
    confirmationCode,
    action,
    status: outcome[action],
    ...(done.alreadyCancelled ? { alreadyCancelled: true } : {}),
    ...(done.dryRun ? { dryRun: true } : {}),
  })
  if (asked.action === 'cancel') {
    return asAirbnb<Writing, ReservationCancelled, AirbnbReservationActed>(context, shown, (write) =>
      callOff(write, id, { channel: 'airbnb', reason: asked.reason }, dryRun),
    )
  }
  return asAirbnb(context, shown, (write) => answerRequest(write, id, asked, dryRun))
}
