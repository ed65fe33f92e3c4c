/** What is made of a text and is the same each time, made once; when there are too many it begins anew. */
export function remembered<T extends {}>(make: (text: string) => T, most: number): (text: string) => T {
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
