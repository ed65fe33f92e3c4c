import { styleText } from 'node:util'
import { outputClosed } from './signals.ts'

export const print = (text = ''): void => void process.stdout.write(`${text}\n`)

/** Prints to stderr for people, since stdout may go into a file. */
export const printAside = (text: string): void => void process.stderr.write(`${text}\n`)

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2))

type TextFormat = Parameters<typeof styleText>[0]

/** Only a terminal gets colours; NO_COLOR and FORCE_COLOR override that. */
export const paint = (format: TextFormat, text: string, stream: NodeJS.WriteStream = process.stdout) =>
  styleText(format, text, { stream })

/** Returns the terminal's columns; undefined if the output is a file or pipe. */
export const screenWidth = (stream: NodeJS.WriteStream = process.stdout): number | undefined =>
  // A pseudo terminal without a window reports 0.
  stream.isTTY ? stream.columns || 80 : undefined

/** If the output's reader has gone (`… | head -1`), the command stops as by Ctrl-C, without an error. */
export function endWithOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      if (!outputClosed()) process.exit(0)
    })
  }
}

/** Shows minutes, in UTC. */
export const minute = (time: Date | null): string =>
  time ? time.toISOString().slice(0, 16).replace('T', ' ') : '-'
