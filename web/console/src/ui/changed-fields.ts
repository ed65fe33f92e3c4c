/** How two readings of a form's fields differ, for who saves second. Pure. */

type FieldValues = Readonly<Record<string, string | undefined>>

export interface ChangedField {
  name: string
  seen: string
  now: string
}

/** Fields that somebody else set to something else since they were seen; one that is as wished already is none. */
export function fieldsChangedSince(seen: FieldValues, now: FieldValues, wish: FieldValues): ChangedField[] {
  return Object.keys(wish)
    .filter((name) => now[name] !== seen[name] && now[name] !== wish[name])
    .map((name) => ({ name, seen: seen[name] ?? '', now: now[name] ?? '' }))
}
