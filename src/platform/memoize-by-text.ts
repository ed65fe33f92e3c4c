/** Caches a pure function of a text; when the cache is full it starts again. */
export function memoizeByText<T extends {}>(make: (text: string) => T, most: number): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= most) known.clear()
    const now = make(text)
    known.set(text, now)
    return now
  }
}
