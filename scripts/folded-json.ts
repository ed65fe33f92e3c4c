/** Formats JSON for readable diffs: a value that fits stands on one line, others have a line per member. */

const widest = 240

export function foldedJson(value: unknown): string {
  return `${folded(JSON.parse(JSON.stringify(value)) as unknown, 0, 0)}\n`
}

/** `before` counts the characters that stand before it on its line. */
function folded(value: unknown, depth: number, before: number): string {
  const flat = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || before + flat.length <= widest) return flat
  const indent = ' '.repeat(depth + 1)
  const lines = Array.isArray(value)
    ? value.map((item) => indent + folded(item, depth + 1, indent.length))
    : Object.entries(value).map(([name, item]) => {
        const key = `${indent}${JSON.stringify(name)}: `
        return key + folded(item, depth + 1, key.length)
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(depth)}${close}`
}
