/** Guests, their figures and how they are forgotten, and the history of every record. */
export { asOfOf, assertThere, readAsOf } from './history/as-of.ts'
export { HistoryQuery, HistoryReply, historyPage } from './history/history-page.ts'
export { startHistoryRetention } from './history/retention.ts'
