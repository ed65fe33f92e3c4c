/** What other slices may use of bookings. */
export { answerRequest } from './answer.ts'
export { callOff } from './call-off.ts'
export { relayedStay, reservationToChange, type StayAtVendor } from './manager.ts'
export { createNative, type ToldByChannel } from './native-create.ts'
export { bookedListing } from './queries.ts'
export { bookingAccess } from './pms-checks.ts'
