import { styleText } from 'node:util'
import { outputClosed } from './signals.ts'

export const print = (text = ''): void => void process.stdout.write(`${text}\n`)

/** For whoever watches; what is printed may go into a file. */
export const printAside = (text: string): void => void process.stderr.write(`${text}\n`)

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2))

type TextFormat = Parameters<typeof styleText>[0]

/** Only a terminal gets colours; NO_COLOR and FORCE_COLOR decide otherwise. */
export const paint = (format: TextFormat, text: string, stream: NodeJS.WriteStream = process.stdout) =>
  styleText(format, text, { stream })

/** Columns of a terminal; undefined: the output is a file or a pipe. */
export const screenWidth = (stream: NodeJS.WriteStream = process.stdout): number | undefined =>
  // A pseudo terminal without a window says 0.
  stream.isTTY ? stream.columns || 80 : undefined

/** Whoever read the output has gone (`… | head -1`): what runs is stopped as by Ctrl-C, and nothing is an error. */
export function endWithOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (!outputClosed()) process.exit(0)
    })
  }
}

/** To the minute, in UTC. */
export const minute = (time: Date | null): string =>
  time ? time.toISOString().slice(0, 16).replace('T', ' ') : '-'
