/** Bodies of writes are checked field by field; the words of a refusal are those of a class validator. */
export type Sent = Record<string, unknown>

/** What a field has to be, by its name; a name ending in `?` may be left out. */
export type Wanted = Record<string, (value: unknown) => boolean>

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isFilled = (value: unknown): boolean => isText(value) && value !== ''
export const isNumber = (value: unknown): value is number => typeof value === 'number' && value >= 0
export const isFlag = (value: unknown): boolean => typeof value === 'boolean'
export const isFields = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
export const isOneOf =
  (...words: unknown[]) =>
  (value: unknown): boolean =>
    words.includes(value)

/** What is wrong with a body, or undefined. Names that nobody knows are refused as well. */
export function wrongWith(body: unknown, wanted: Wanted): string | undefined {
  if (!isFields(body)) return 'the body should be an object'
  const known = new Set(Object.keys(wanted).map((name) => name.replace('?', '')))
  const unknown = Object.keys(body).find((name) => !known.has(name))
  if (unknown !== undefined) return `property ${unknown} should not exist`
  for (const [key, fits] of Object.entries(wanted)) {
    const name = key.replace('?', '')
    if (key.endsWith('?') && body[name] === undefined) continue
    if (!fits(body[name])) return `${name} is not valid`
  }
  return undefined
}
