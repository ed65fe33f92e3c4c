/** How calls that write nights are spread. */

/** Of several listings, so that none waits behind the years of another. */
export const nightsAtOnce = 4000
/** Then others get their turn. */
export const longestTurnMs = 60_000
/** A call that is not answered for so long was made by a process that died. */
export const deadAfterMs = 5 * 60_000
/** An account that has to be connected again is looked at so often. */
export const heldForMs = 10 * 60_000
/** A vendor that is out of order is not called for every listing: each call may take its whole time limit. */
export const maxLostInARow = 2
export const restWhenLostMs = 5_000
