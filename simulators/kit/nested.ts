type NestedObject = { [name: string]: unknown }

/** Turns `rooms[0][id]=1`, `rooms[0].id=1` and `ids[]=1` into the objects and lists they stand for. */
export function nested(flat: Readonly<Record<string, unknown>> | undefined | null): NestedObject {
  const root: NestedObject = {}
  for (const [name, value] of Object.entries(flat ?? {})) {
    const path = name.includes('[') ? (name.match(/[^[\].]+|\[\]/g) ?? [name]) : [name]
    let place = root
    for (const key of path.slice(0, -1)) {
      const known = place[key]
      const next: NestedObject = typeof known === 'object' && known !== null ? (known as NestedObject) : {}
      place[key] = next
      place = next
    }
    place[path.at(-1) ?? name] = value
  }
  return withLists(root) as NestedObject
}

function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value)
  if (entries.length === 1 && entries[0]?.[0] === '[]') return [entries[0][1]].flat()
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))
  if (isList) return entries.map(([, one]) => withLists(one))
  return Object.fromEntries(entries.map(([name, one]) => [name, withLists(one)]))
}
