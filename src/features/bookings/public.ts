/** What the rest of the server may use of bookings. */
export { startIntentResolver } from './resolver.ts'
