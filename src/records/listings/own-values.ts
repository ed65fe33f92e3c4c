/** Values that the PMS does not accept stay here when its listing is read again. */
export interface OwnValues {
  columns?: OwnFields
  content?: OwnFields
  details?: OwnFields
}

/** Null removes a field. */
export const overlayOwnValues = (stored: OwnFields | null, change: OwnFields): OwnFields =>
  withoutNull({ ...stored, ...change })

/** Null and absence mean the same, so reading back what was written is no change. */
export const withoutNull = (fields: object): OwnFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** Returns the PMS's listing with the values kept only here on top. */
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
