/** Lays out columns that fit the terminal. In a pipe a row stays one line, whatever its length. */
import stringWidth from 'fast-string-width'
import { wrapAnsi } from 'fast-wrap-ansi'
import { paint, screenWidth } from './print.ts'

const gap = '  '
/** Narrower columns would break words and times apart. */
const narrowest = 10
/** An empty cell shows this. */
const nothing = '-'

export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  room = screenWidth(),
): string {
  const cells = rows.map((row) => row.map(withoutControls))
  const widths = head.map((title, column) =>
    Math.max(stringWidth(title), ...cells.map((row) => stringWidth(row[column] ?? ''))),
  )
  const all = head.map((_, column) => column)
  if (room === undefined || widthOf(widths) <= room) return draw(head, cells, all, widths)
  const filled = all.filter((column) => cells.some((row) => row[column] !== nothing))
  const fitted = fit(head, filled, widths, room)
  return fitted === null ? blocks(head, cells, filled) : draw(head, cells, filled, fitted)
}

/** Lays out rows that come in parts, so that later ones stand below the columns of earlier ones. */
export function growingTable(
  head: readonly string[],
  room = screenWidth(),
): (rows: readonly (readonly string[])[]) => string {
  const all = head.map((_, column) => column)
  const widths = head.map((title) => stringWidth(title))
  let isFirst = true
  return (rows) => {
    const cells = rows.map((row) => row.map(withoutControls))
    for (const column of all)
      widths[column] = Math.max(widths[column] ?? 0, ...cells.map((row) => stringWidth(row[column] ?? '')))
    const fitted = room === undefined || widthOf(widths) <= room ? widths : fit(head, all, widths, room)
    const text = fitted === null ? blocks(head, cells, all) : draw(head, cells, all, fitted)
    const isBegin = isFirst
    isFirst = false
    if (isBegin) return text
    return fitted === null ? `\n${text}` : text.slice(text.indexOf('\n') + 1)
  }
}

/** Names come from users, and a terminal executes control characters. */
// oxlint-disable-next-line no-control-regex
const withoutControls = (cell: string) => cell.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')

const widthOf = (widths: readonly number[]) =>
  widths.reduce((sum, width) => sum + width, 0) + gap.length * Math.max(0, widths.length - 1)

/** Narrows the widest column until all fit; null if they would become unreadable. */
function fit(
  head: readonly string[],
  columns: readonly number[],
  natural: readonly number[],
  room: number,
): number[] | null {
  const least = (column: number) =>
    Math.min(natural[column] ?? 0, Math.max(stringWidth(head[column] ?? ''), narrowest))
  const widths = natural.slice()
  const used = () => widthOf(columns.map((column) => widths[column] ?? 0))
  while (used() > room) {
    const [widest] = columns
      .filter((column) => (widths[column] ?? 0) > least(column))
      .toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))
    if (widest === undefined) return null
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

function draw(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  columns: readonly number[],
  widths: readonly number[],
): string {
  const linesOf = (row: readonly string[]) => {
    const wrapped = columns.map((column) => wrapTo(row[column] ?? '', widths[column] ?? 0))
    const height = Math.max(...wrapped.map((lines) => lines.length))
    return Array.from({ length: height }, (_, line) =>
      columns
        .map((column, index) => padTo(wrapped[index]?.[line] ?? '', widths[column] ?? 0))
        .join(gap)
        .trimEnd(),
    )
  }
  return [...linesOf(head).map((line) => paint('bold', line)), ...rows.flatMap(linesOf)].join('\n')
}

/** Like psql, prints a row that does not fit as a line for each cell. */
function blocks(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  columns: readonly number[],
): string {
  const width = Math.max(...columns.map((column) => stringWidth(head[column] ?? '')))
  return rows
    .map((row) =>
      columns
        .map((column) => `${paint('bold', padTo(head[column] ?? '', width))}${gap}${row[column] ?? ''}`)
        .join('\n'),
    )
    .join('\n\n')
}

const padTo = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - stringWidth(text)))

const wrapTo = (text: string, width: number) => wrapAnsi(text, width, { hard: true }).split('\n')

/** Wraps paragraphs; single line breaks come from the source and are removed. */
export function paragraphs(text: string, room: number): string {
  return text
    .split('\n\n')
    .map((one) => wrapAnsi(one.replace(/\n/g, ' '), room))
    .join('\n\n')
}

/** Lists terms with their meanings in a column of their own. */
export function definitions(
  pairs: readonly (readonly [term: string, meaning: string])[],
  { room, width, mark }: { room: number; width: number; mark: (term: string) => string },
): string {
  const indent = ' '.repeat(2 + width + 2)
  return pairs
    .flatMap(([term, meaning]) => {
      const [first = '', ...others] = wrapTo(meaning, Math.max(20, room - indent.length))
      const name = `  ${mark(term)}`
      const begun =
        stringWidth(term) > width
          ? [name, `${indent}${first}`]
          : [`${name}${' '.repeat(width - stringWidth(term) + 2)}${first}`]
      return [...begun, ...others.map((line) => `${indent}${line}`)]
    })
    .join('\n')
}
