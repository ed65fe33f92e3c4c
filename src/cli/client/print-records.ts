/** Prints lists page by page, so that a long one needs no memory and its beginning shows at once. */
import { once } from 'node:events'
import { UsageError } from '../command.ts'
import { print } from '../print.ts'
import { growingTable } from '../table.ts'
import { plainLine, terminalSafeJson } from './plain-text.ts'

export const limitOption = {
  limit: { type: 'string', value: '<number>', summary: 'At most so many; all when left out' },
} as const

interface RecordPrinter<T> {
  json: boolean
  limit?: string | undefined
  head: readonly string[]
  row(record: T): (string | null | undefined)[]
  /** Printed instead of an empty table. */
  empty: string
}

const rowsPerTable = 100

/** The largest page that the API gives, or less if fewer records are needed. */
export const pageSize = (limit: string | undefined): number => Math.min(100, mostOf(limit))

function mostOf(limit: string | undefined): number {
  if (limit === undefined) return Infinity
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new UsageError(`--limit is a whole number, not "${limit}".`)
  return Number(limit)
}

export async function printRecords<T>(records: AsyncIterable<T>, printer: RecordPrinter<T>): Promise<void> {
  const limited = takeFirst(records, mostOf(printer.limit))
  await (printer.json ? printJsonRecords(limited) : printTable(limited, printer))
}

async function* takeFirst<T>(records: AsyncIterable<T>, most: number): AsyncGenerator<T> {
  let count = 0
  for await (const record of records) {
    yield record
    count += 1
    if (count >= most) return
  }
}

/** Prints one object, like other commands, but a record at a time. */
async function printJsonRecords<T>(records: AsyncIterable<T>): Promise<void> {
  let separator = ''
  await write('{"data":[')
  for await (const record of records) {
    await write(`${separator}\n${terminalSafeJson(record)}`)
    separator = ','
  }
  await write(`${separator === '' ? '' : '\n'}]}\n`)
}

async function printTable<T>(
  records: AsyncIterable<T>,
  { head, row, empty }: RecordPrinter<T>,
): Promise<void> {
  const draw = growingTable(head)
  let waiting: string[][] = []
  let count = 0
  for await (const record of records) {
    waiting.push(row(record).map(cellOf))
    count += 1
    if (waiting.length < rowsPerTable) continue
    await write(`${draw(waiting)}\n`)
    waiting = []
  }
  if (waiting.length > 0) await write(`${draw(waiting)}\n`)
  if (count === 0) print(empty)
}

export const cellOf = (cell: string | null | undefined): string => plainLine(cell ?? '') || '-'

/** A slow reader holds the command back instead of filling its memory. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/** Prints names and values of one record; empty values are left out. */
export function printFacts(facts: readonly (readonly [string, string | null | undefined])[]): void {
  const filled = facts.flatMap(([name, value]) => {
    const text = plainLine(value ?? '')
    return text === '' ? [] : [[name, text] as const]
  })
  const width = Math.max(0, ...filled.map(([name]) => name.length))
  for (const [name, text] of filled) print(`${name.padEnd(width)}  ${text}`)
}

export const printSafeJson = (value: unknown): void => print(terminalSafeJson(value, 2))
