/** Double sales: stays that hold the same night where there is a unit for one of them only. */
export { conflictsByMoves, conflictsOfListings, storeConflicts } from './follow.ts'
export {
  concerned,
  conflictsAfter,
  isChanged,
  placeOf,
  type Conflict,
  type ConflictChanges,
  type Move,
} from './rules.ts'
