/** What the rest of the server may use of bookings. */
export { startIntentResolver, type IntentResolver } from './resolver.ts'
