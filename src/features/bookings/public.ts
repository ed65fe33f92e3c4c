/** What the rest of the server may use of bookings. */
export { nextSearch, settlesAt } from './intent-state.ts'
export { noConnection, unsupported } from './pms-checks.ts'
export { keyFor } from './pms-create.ts'
export { isCertain, reauthRequired } from './pms-errors.ts'
export { rehearse } from '../../platform/rehearse.ts'
export { startIntentResolver } from './resolver.ts'
