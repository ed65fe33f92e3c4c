/** Where the bars of a listing's stays go. Pure. */

export interface LaneStay {
  checkIn: string
  checkOut: string
  unit?: { id: string } | null
}

export interface PlacedStay<S> {
  stay: S
  lane: number
}

/** Whether two stays hold the same night; one may begin on the day the other leaves. */
const overlap = (one: LaneStay, other: LaneStay): boolean =>
  one.checkIn < other.checkOut && other.checkIn < one.checkOut

/**
 * Stays of a room stand in the lane of that room; all others take the lowest lane that is free, as hotels draw rooms.
 * Stays must be in order of arrival.
 */
export function placeInLanes<S extends LaneStay>(
  stays: readonly S[],
  units: readonly { id: string }[] = [],
): PlacedStay<S>[] {
  const lanes: S[][] = units.map(() => [])
  const isFree = (lane: number, stay: S) => lanes[lane]?.every((other) => !overlap(stay, other)) ?? true
  const place = (stay: S, lane: number): PlacedStay<S> => {
    lanes[lane] = [...(lanes[lane] ?? []), stay]
    return { stay, lane }
  }
  const firstFree = (stay: S, from: number): number => {
    const lane = lanes.findIndex((_, index) => index >= from && isFree(index, stay))
    return lane === -1 ? Math.max(lanes.length, from) : lane
  }
  const roomOf = ({ unit }: S) => units.findIndex(({ id }) => id === unit?.id)
  const inRooms = stays
    .filter((stay) => roomOf(stay) !== -1)
    // A room that is sold twice shows the second stay below all rooms.
    .map((stay) => place(stay, isFree(roomOf(stay), stay) ? roomOf(stay) : firstFree(stay, units.length)))
  const others = stays.filter((stay) => roomOf(stay) === -1).map((stay) => place(stay, firstFree(stay, 0)))
  return [...inRooms, ...others]
}

export const laneCount = (placed: readonly { lane: number }[]): number =>
  placed.reduce((most, { lane }) => Math.max(most, lane + 1), 1)
