/** Reads query parameters as leniently as most vendors: an unreadable value counts as absent. */
export type Query = Readonly<Record<string, string | string[] | undefined>>

export function textParam(query: Query, name: string): string | undefined {
  const value = query[name]
  const last = Array.isArray(value) ? value.at(-1) : value
  return last === undefined || last === '' ? undefined : last
}

export function intParam(query: Query, name: string): number | undefined {
  const text = textParam(query, name)
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function numberParam(query: Query, name: string): number | undefined {
  const text = textParam(query, name)
  return text !== undefined && Number.isFinite(Number(text)) ? Number(text) : undefined
}

export function flagParam(query: Query, name: string): boolean | undefined {
  const text = textParam(query, name)?.toLowerCase()
  if (text === '1' || text === 'true') return true
  return text === '0' || text === 'false' ? false : undefined
}

/** Returns undefined for an empty list. */
export const nonEmpty = <T>(values: T[]): T[] | undefined => (values.length === 0 ? undefined : values)

/** Reads the forms `name[]=a&name[]=b` and `name[0]=a`. */
export function bracketParam(query: Query, name: string): string[] {
  return Object.entries(query)
    .filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'))
    .flatMap(([, value]) => value ?? [])
    .filter((value) => value !== '')
}
