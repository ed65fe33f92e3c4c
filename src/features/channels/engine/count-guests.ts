interface CountedOccupancy {
  adults?: number
  children?: number
  total?: number
}

/** null: the channel gives no number. */
export function countGuests({ occupancy }: { occupancy: CountedOccupancy | null }): number | null {
  const { total, adults, children = 0 } = occupancy ?? {}
  return total ?? (adults === undefined ? null : adults + children)
}
