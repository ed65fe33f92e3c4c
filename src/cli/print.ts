import { outputClosed } from './signals.ts'

export const print = (text = ''): void => void process.stdout.write(`${text}\n`)

/** For whoever watches; what is printed may go into a file. */
export const printAside = (text: string): void => void process.stderr.write(`${text}\n`)

/** Whoever read the output has gone (`… | head -1`): what runs is stopped as by Ctrl-C, and nothing is an error. */
export function endWithOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (!outputClosed()) process.exit(0)
    })
  }
}

/** Columns padded to their widest cell. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [head, ...rows].map(line).join('\n')
}

/** To the minute, in UTC. */
export const minute = (time: Date | null): string =>
  time ? time.toISOString().slice(0, 16).replace('T', ' ') : '-'
