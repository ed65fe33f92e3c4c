/** Streams rows of a plain or gzip CSV file without holding it. */
import { Transform, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'
import { faultAt, MarketFileError } from './file-fault.ts'

export interface MarketFile {
  /** Messages show this name, which the operator knows. */
  name: string
  open(): Readable
}

export interface CsvRow {
  line: number
  cells: string[]
}

const longestRow = 1024 * 1024
const gzipMagic = Buffer.from([0x1f, 0x8b])

/** The first bytes decide, since browsers unpack files without renaming them. */
async function plain(file: MarketFile, onBytes: (bytes: number) => void): Promise<Readable> {
  const source = file.open()
  const counted = source.pipe(
    new Transform({
      transform(chunk: Buffer, _, done) {
        onBytes(chunk.length)
        done(null, chunk)
      },
    }),
  )
  source.on('error', (error) => counted.destroy(error))
  const first = await new Promise<Buffer | null>((resolve, reject) => {
    counted.once('error', reject)
    counted.once('readable', () => {
      const chunk = counted.read() as Buffer | null
      if (chunk !== null) counted.unshift(chunk)
      counted.off('error', reject)
      resolve(chunk)
    })
  })
  if (!first?.subarray(0, 2).equals(gzipMagic)) return counted
  const gunzip = createGunzip()
  counted.on('error', (error) => gunzip.destroy(error))
  return counted.pipe(gunzip)
}

/** Decodes UTF-8 and refuses a wrong byte with its line. */
function decoder(name: string): Transform {
  const decode = new TextDecoder('utf-8', { fatal: true })
  let lines = 1
  return new Transform({
    readableObjectMode: true,
    transform(chunk: Buffer, _, done) {
      try {
        const text = decode.decode(chunk, { stream: true })
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1
        if (text.includes('\u0000'))
          return done(
            faultAt({ file: name, line: lines }, 'it is no UTF-8 text near here: save it as UTF-8.'),
          )
        done(null, text)
      } catch {
        const bad = firstBadLine(chunk)
        done(
          faultAt(
            { file: name, line: lines + bad },
            'it is not written in UTF-8. Save it as UTF-8, or download it again.',
          ),
        )
      }
    },
    flush(done) {
      try {
        decode.decode()
        done()
      } catch {
        done(faultAt({ file: name, line: lines }, 'it ends within a letter: download it again.'))
      }
    },
  })
}

/** Counts lines before the first unreadable one; a line begun in an earlier chunk is not checked. */
function firstBadLine(chunk: Buffer): number {
  let start = chunk.indexOf(10) + 1
  for (let line = 1; start > 0; line += 1) {
    const end = chunk.indexOf(10, start)
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(chunk.subarray(start, end === -1 ? undefined : end))
    } catch {
      return line
    }
    start = end + 1
  }
  return 0
}

/** The first row is the header. `seen` gets the size of every piece read. */
export async function* rowsOf(
  file: MarketFile,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<CsvRow> {
  let line = 0
  const parser = parse({ bom: true, max_record_size: longestRow, skip_empty_lines: true, info: true })
  try {
    const bytes = await plain(file, onBytes)
    const text = decoder(file.name)
    bytes.on('error', (error) => text.destroy(error))
    text.on('error', (error) => parser.destroy(error))
    bytes.pipe(text).pipe(parser)
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      // A row of several lines is named by its last.
      line = info.lines
      yield { line, cells: record }
    }
  } catch (error) {
    throw toFileError(error, file.name, line)
  } finally {
    parser.destroy()
  }
}

function toFileError(error: unknown, name: string, line: number): unknown {
  if (error instanceof CsvError) {
    const { lines } = error as CsvError & { lines?: number }
    return faultAt({ file: name, line: lines ?? line + 1 }, `${error.message}.`)
  }
  const { code } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR')
    return new MarketFileError(`${name}: it is cut off after line ${line}: download it again.`, {
      file: name,
      line,
    })
  if (code?.startsWith('Z_'))
    return new MarketFileError(
      `${name}: it is damaged after line ${line} (${(error as Error).message}): download it again.`,
      { file: name, line },
    )
  return error
}
