/** A statement as it may be shown: its beginning, without columns and values. Pure but for what it remembers. */

const longestShape = 200
const looked = 2_000

/** A statement has the same text every time; more than these are lists of different lengths. */
const mostShapes = 2_000

function remembered<T>(made: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (known.size >= mostShapes) known.clear()
    const now = made(text)
    known.set(text, now)
    return now
  }
}

/** The beginning of a statement, without its columns, and without the few values that stand in its text. */
export function shapeOf(text: string): string {
  const shape = withoutColumns(whole(text))
  return shape.length > longestShape ? `${shape.slice(0, longestShape)}…` : shape
}

/** The same, remembered: it is asked for with every request. */
export const rememberedShape = remembered(shapeOf)

/** Of a statement that begins with its columns. */
function withoutColumns(text: string): string {
  if (!text.startsWith('select ')) return text
  let depth = 0
  for (const { 0: part, index } of text.matchAll(/[()]|\bfrom /g)) {
    if (part === '(') depth += 1
    else if (part === ')') depth -= 1
    else if (depth === 0) return `select … ${text.slice(index)}`
  }
  return text
}

function whole(text: string): string {
  return text
    .slice(0, looked)
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'[^']*'?/g, '?')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const doing = /\b(select|insert|update|delete|begin|commit|rollback)\b/i
const about = /\b(?:from|into|update|join) ([a-z_][a-z0-9_]*)/i

/** What it does first and to which table: `select reservations`, `commit`. */
export const statementName = remembered((text) => {
  const short = whole(text)
  const verb = doing.exec(short)?.[1]?.toLowerCase()
  if (verb === undefined) return 'statement'
  const table = about.exec(short)?.[1]
  return table === undefined ? verb : `${verb} ${table}`
})
