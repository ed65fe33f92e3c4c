/** What the rest of the server may use of due times that a wrong clock left behind. */
export { dueColumns } from './columns.ts'
export { repairDueTimes, startClockRepair } from './repair.ts'
