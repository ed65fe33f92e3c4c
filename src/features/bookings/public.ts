/** What other slices may use of bookings. */
export { answerRequest } from './answer.ts'
export { callOff } from './call-off.ts'
export { executeChange, previewChange, refundBooking, type HostWish } from './host-changes.ts'
export { relayedStay, reservationToChange, type StayAtVendor } from './manager.ts'
export { createNative, type ToldByChannel } from './native-create.ts'
export { bookingAccess } from './pms-checks.ts'
export { isBegun } from './pms-open.ts'
export { bookedListing, type BookedStay } from './queries.ts'
