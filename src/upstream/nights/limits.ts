/** A batch mixes nights of several listings, so that none waits behind another's years of nights. */
export const nightsAtOnce = 4000
/** After this time other accounts get their turn. */
export const longestTurnMs = 60_000
/** A call without an answer for this long belonged to a process that died. */
export const deadAfterMs = 5 * 60_000
/** A disconnected account is checked this often. */
export const heldForMs = 10 * 60_000
/** A vendor that is down costs a full timeout per call, so the turn stops after this many. */
export const maxLostInARow = 2
export const restWhenLostMs = 5_000
