/** Where the bars of a listing's stays go. Pure. */

export interface LaneStay {
  checkIn: string
  checkOut: string
}

/** The lowest lane that is free for each stay, as hotels draw rooms; stays must be in order of arrival. */
export function placeInLanes<S extends LaneStay>(stays: readonly S[]): { stay: S; lane: number }[] {
  const lastDay: string[] = []
  return stays.map((stay) => {
    // A stay may begin on the day another one leaves.
    const free = lastDay.findIndex((end) => end <= stay.checkIn)
    const lane = free === -1 ? lastDay.length : free
    lastDay[lane] = stay.checkOut
    return { stay, lane }
  })
}

export const laneCount = (placed: readonly { lane: number }[]): number =>
  placed.reduce((most, { lane }) => Math.max(most, lane + 1), 1)
