type OptionalFields = Readonly<Record<string, unknown>>

/** Keeps null, which clears a field. */
export const withoutUndefined = (fields: OptionalFields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Drops null as well, where a field cannot be cleared or was never set. */
export const withoutEmpty = (fields: OptionalFields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
