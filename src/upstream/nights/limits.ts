/** Limits for calls that write nights. */

/** Nights of several listings, so that no listing waits behind the years of another. */
export const nightsAtOnce = 4000
/** After this time other accounts get their turn. */
export const longestTurnMs = 60_000
/** A call without an answer for this long belonged to a process that died. */
export const deadAfterMs = 5 * 60_000
/** How often a disconnected account is checked. */
export const heldForMs = 10 * 60_000
/** Stops after this many lost calls: a vendor that is down costs a full timeout per call. */
export const maxLostInARow = 2
export const restWhenLostMs = 5_000
