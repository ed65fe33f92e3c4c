/** What the rest of the server may use of plans. */
export { changeTermsIn } from './change.ts'
export { termsOf } from './queries.ts'
export { givenBy, soldPlanTable } from './sold-plans.ts'
