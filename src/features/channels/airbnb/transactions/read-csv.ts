/** The file itself: the only place that knows the library that reads it. */
import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { placesOf, type Column } from './columns.ts'
import type { DateFormat } from './dates.ts'
import { FileError, fileRow, type FileRow } from './file-row.ts'

/** Decades of a large host. */
const mostRows = 200_000
const mostRecordBytes = 64 * 1024

/** Row by row, so that a file is never held as a whole by who reads it. Throws `FileError`. */
export async function* rowsOfFile(source: Readable, format: DateFormat): AsyncGenerator<FileRow> {
  const parser = source.pipe(
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: mostRecordBytes,
    }),
  )
  source.on('error', (error) => parser.destroy(error))
  let places: Map<Column, number> | undefined
  let rows = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (places === undefined) {
        const header = placesOf(record)
        if (header.missing !== null) throw new FileError(1, `the header has no column \`${header.missing}\`.`)
        places = header.places
        continue
      }
      if (record.every((cell) => cell.trim() === '')) continue
      rows += 1
      if (rows > mostRows) throw new FileError(info.lines, `more than ${mostRows} transactions.`)
      yield fileRow(record, places, info.lines, format)
    }
  } catch (error) {
    if (error instanceof FileError) throw error
    const { code, lines } = error as { code?: string; lines?: number }
    if (code?.startsWith('CSV_')) throw new FileError(lines ?? 1, 'it is no CSV that can be read.')
    throw error
  }
  if (places === undefined) throw new FileError(1, 'the file is empty.')
}
