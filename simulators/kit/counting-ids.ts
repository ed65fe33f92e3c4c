/** Returns consecutive numbers, which start at `first` for each kind of record. */
export function countingIds(): (kind: string, first: number) => number {
  const next = new Map<string, number>()
  return (kind, first) => {
    const id = next.get(kind) ?? first
    next.set(kind, id + 1)
    return id
  }
}
