/** Doing things at a vendor, once. */
export { keyReused, relayAccess, type Relay } from './access.ts'
export { actOnce, type Act } from './act.ts'
export { toRefusal, unknownOutcome } from './errors.ts'
