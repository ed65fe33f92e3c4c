/** What the rest of the server may use of billing. */
export { billingRoutes } from './routes.ts'
export { startBilling } from './worker.ts'
export { wantAllLooks } from './queries.ts'
