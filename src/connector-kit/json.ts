// Sixteen digits may exceed what a number holds exactly (2^53).
const maybeUnsafe = /\d{16}/
export const mayLoseDigits = (text: string): boolean => maybeUnsafe.test(text)

/** Parses JSON without loss: integers that are too large become strings (some ids have nineteen digits). Throws SyntaxError like JSON.parse. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!mayLoseDigits(text)) return value
  const quoted = quoteUnsafeIntegers(text)
  return quoted === text ? value : JSON.parse(quoted)
}

/** Expects valid JSON. JSON.parse with a function that sees the text of each number takes ten times as long as without. */
function quoteUnsafeIntegers(json: string): string {
  let quoted = ''
  let copied = 0
  for (let at = 0; at < json.length;) {
    const begin = json.indexOf('"', at)
    const end = begin === -1 ? json.length : begin
    const between = end - at < 16 ? '' : json.slice(at, end)
    if (mayLoseDigits(between)) {
      quoted += json.slice(copied, at) + between.replace(/-?\d[\d.eE+-]*/g, quotedIfUnsafe)
      copied = end
    }
    at = begin === -1 ? end : endOfString(json, begin)
  }
  return quoted + json.slice(copied)
}

const quotedIfUnsafe = (number: string): string =>
  /^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number)) ? `"${number}"` : number

/** Returns the place after the quote that ends the string. */
function endOfString(json: string, begin: number): number {
  let end = json.indexOf('"', begin + 1)
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end + 1
}

/** A character is escaped by an odd number of backslashes. */
function isEscaped(json: string, at: number): boolean {
  let before = at - 1
  while (json[before] === '\\') before -= 1
  return (at - before) % 2 === 0
}
