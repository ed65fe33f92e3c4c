/** Caches a pure function of a text; when the cache is full it starts again. */
export function memoizeByText<T extends {}>(make: (text: string) => T, most: number): (text: string) => T {
  const results = new Map<string, T>()
  return (text) => {
    const before = results.get(text)
    if (before !== undefined) return before
    if (results.size >= most) results.clear()
    const now = make(text)
    results.set(text, now)
    return now
  }
}
