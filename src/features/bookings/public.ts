/** What other slices may use of bookings. */
export { answerRequest } from './answer.ts'
export { callOff } from './call-off.ts'
export { relayedStay, reservationToChange, type StayAtVendor } from './manager.ts'
export { bookingAccess } from './pms-checks.ts'
