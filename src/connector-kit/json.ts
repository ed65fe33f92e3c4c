// Sixteen digits may exceed what a number holds exactly (2^53).
const maybeUnsafe = /\d{16}/
export const mayLoseDigits = (text: string): boolean => maybeUnsafe.test(text)

/** Parses JSON without loss: integers that are too large become strings (some ids have nineteen digits). Throws SyntaxError like JSON.parse. */
export function parseJson(text: string): unknown {
  if (!mayLoseDigits(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined) return value
    return /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? source : value
  })
}
