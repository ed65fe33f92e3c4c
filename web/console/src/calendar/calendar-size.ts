/** Sizes of the calendar, in pixels, and the days it reaches over. */
export const dayWidth = 46
export const rowHeight = 54
export const laneHeight = 26
export const headHeight = 58
/** More stays at once than this share the last lane's height. */
export const mostLanes = 8

export const daysBefore = 60
export const dayCount = daysBefore + 3 * 366

/** The column of names is narrower on a phone. */
export const nameWidth = (): number => (innerWidth < 700 ? 104 : 208)
