/** Values of a PMS listing that the PMS does not take; they stay when the listing is read again. */
export interface OwnValues {
  columns?: OwnFields
  content?: OwnFields
  details?: OwnFields
}

/** With the changed fields; those set to null are gone. */
export const overlayOwnValues = (stored: OwnFields | null, change: OwnFields): OwnFields =>
  withoutNull({ ...stored, ...change })

/** What there is none of is left out, whoever says so: reading back what was written is no change. */
export const withoutNull = (fields: object): OwnFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** A listing as the PMS has it, with what is only ours put over it. */
export function applyOwnValues<R extends { content: object | null; details: object | null }>(
  row: R,
  own: OwnValues,
): R {
  const columns = Object.fromEntries(Object.entries(own.columns ?? {}).filter(([name]) => name in row))
  return {
    ...row,
    ...columns,
    content: own.content ? overlayOwnValues(row.content as OwnFields | null, own.content) : row.content,
    details: own.details ? overlayOwnValues(row.details as OwnFields | null, own.details) : row.details,
  }
}

export type OwnFields = Record<string, unknown>
