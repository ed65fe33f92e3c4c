// Sixteen digits in a row may exceed what a number holds exactly (2^53).
const maybeUnsafe = /\d{16}/
export const mayLoseDigits = (text: string): boolean => maybeUnsafe.test(text)

/**
 * JSON without loss: whole numbers too large for a number become strings of their digits (review and thread ids of
 * channels have nineteen). Throws SyntaxError like JSON.parse.
 */
export function parseJson(text: string): unknown {
  if (!mayLoseDigits(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source
    if (typeof value !== 'number' || source === undefined) return value
    return /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? source : value
  })
}
