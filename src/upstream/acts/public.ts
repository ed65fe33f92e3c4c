/** Doing things at a vendor, once. */
export { keyReused, relayAccess, type Relay } from './access.ts'
export { actOnce, moved as moveAct, openAct, tryMove as tryMoveAct, type Act } from './act.ts'
export { actOfKey, closeAct, type StoredAct } from './act-queries.ts'
export { toRefusal, unknownOutcome } from './errors.ts'
export {
  startActResolver,
  type ActKinds,
  type KeptAct,
  type Recording,
  type ResolvedKind,
} from './resolver.ts'
