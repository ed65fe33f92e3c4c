/** Values of a PMS listing that the PMS does not take; they stay when the listing is read again. */
export interface OwnValues {
  columns?: Fields
  content?: Fields
  details?: Fields
}

/** With the changed fields; those set to null are gone. */
export const merged = (stored: Fields | null, change: Fields): Fields => withoutNull({ ...stored, ...change })

/** What there is none of is left out, whoever says so: reading back what was written is no change. */
export const withoutNull = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** A listing as the PMS has it, with what is only ours put over it. */
export function withOwn<R extends { content: object | null; details: object | null }>(
  row: R,
  own: OwnValues,
): R {
  const columns = Object.fromEntries(Object.entries(own.columns ?? {}).filter(([name]) => name in row))
  return {
    ...row,
    ...columns,
    content: own.content ? merged(row.content as Fields | null, own.content) : row.content,
    details: own.details ? merged(row.details as Fields | null, own.details) : row.details,
  }
}

export type Fields = Record<string, unknown>
