/** Guests, their figures and how they are forgotten, and the history of every record. */
export { asOfParameter, assertExistedAt, readAsOf } from './history/as-of.ts'
export { HistoryQuery, HistoryReply, readHistoryPage } from './history/history-page.ts'
export { startHistoryRetention } from './history/retention.ts'
