/** Rows that an outer join or a `not exists` may leave out. What is said of them says nothing of the rows around them. */
export interface OptionalRows {
  within: OptionalRows | undefined
}

/** Whether rows are among these; undefined stands for the rows that are always there. */
export function isWithin(rows: OptionalRows | undefined, outer: OptionalRows | undefined): boolean {
  for (let at = rows; at; at = at.within) if (at === outer) return true
  return outer === undefined
}

/** The rows of a join's left side and of its right side, and those that its condition is about. */
export function joinedRows(
  kind: unknown,
  optional: OptionalRows | undefined,
): [OptionalRows | undefined, OptionalRows | undefined, OptionalRows | undefined] {
  const one = { within: optional }
  if (kind === 'JOIN_LEFT') return [optional, one, one]
  if (kind === 'JOIN_RIGHT') return [one, optional, one]
  if (kind === 'JOIN_FULL') return [one, { within: optional }, { within: optional }]
  return [optional, optional, optional]
}
