/** Writes an export to a file, and continues where an earlier try was cut off. */
import { open, stat } from 'node:fs/promises'
import type { ErrorLine, HeaderLine } from '../../contract/export-file/index.ts'
import { linesIn, linesOfFile } from './lines.ts'

interface ExportedLine {
  type: string
  id?: string
}

/** What a file already has. */
interface PartialFile {
  header: HeaderLine
  /** Type and id of its last record; null if it has none yet. */
  place: string | null
  /** Length up to the end of that record. */
  bytes: number
  records: number
  isWhole: boolean
}

/** Opens the answer after a place, or from the beginning. */
export type OpenExport = (after: string | null) => Promise<AsyncIterable<Uint8Array>>

function lineOf(text: string): ExportedLine | null {
  try {
    return JSON.parse(text) as ExportedLine | null
  } catch {
    return null
  }
}

async function heldIn(file: string, workspaceId: string): Promise<PartialFile | null> {
  if (!(await stat(file).catch(() => null))) return null
  let held: PartialFile | null = null
  for await (const { text, bytes } of linesOfFile(file)) {
    const line = lineOf(text)
    if (held === null) {
      if (line?.type !== 'header') throw new Error(`${file} is not an export: its first line is no header.`)
      const of = (line as unknown as HeaderLine).workspaceId
      if (of !== workspaceId)
        throw new Error(`${file} is an export of workspace ${of}: name another file, or remove it.`)
      held = { header: line as unknown as HeaderLine, place: null, bytes, records: 0, isWhole: false }
    } else if (line === null) {
      throw new Error(
        `${file} has a line that is no JSON behind ${held.place ?? 'its header'}: remove the file.`,
      )
    } else if (line.type === 'end') {
      held.isWhole = true
    } else if (line.type !== 'error') {
      held.place = `${line.type}:${line.id ?? ''}`
      held.bytes += bytes
      held.records += 1
    }
  }
  return held
}

/** A broken connection only ends the stream; the missing last line shows that it is incomplete. */
async function* untilCut(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reading = chunks[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await reading.next().catch(() => null)
      if (next === null || next.done) return
      yield next.value
    }
  } finally {
    await reading.return?.().catch(() => {})
  }
}

/** Reads the header, and returns the lines behind it. */
async function begin(opened: AsyncIterable<Uint8Array>) {
  const lines = linesIn(untilCut(opened))
  const { value } = await lines.next()
  if (!value)
    throw new Error('The server answered nothing, or its answer was cut off: give the same command again.')
  return { headerText: value.text, header: JSON.parse(value.text) as HeaderLine, lines }
}

export interface TakenExport {
  records: number
  /** `again`: the file was of another state of the workspace, so it was started over. */
  how: 'whole' | 'resumed' | 'again' | 'held'
}

/** `written` gets the number of newly written records, and the expected total. */
export async function takeExport(
  openAnswer: OpenExport,
  file: string,
  workspaceId: string,
  written: (records: number, total: number) => void = () => {},
): Promise<TakenExport> {
  const held = await heldIn(file, workspaceId)
  const total = ({ counts }: HeaderLine) => Object.values(counts).reduce((sum, count) => sum + count, 0)
  let answer = await begin(await openAnswer(held?.place ?? null))
  const isSame = held !== null && answer.header.state === held.header.state
  if (isSame && held.isWhole) {
    await answer.lines.return(undefined)
    return { records: total(held.header), how: 'held' }
  }
  const goesOn = isSame && held.place !== null
  if (held?.place && !goesOn) {
    await answer.lines.return(undefined)
    answer = await begin(await openAnswer(null))
  }
  const to = await open(file, goesOn ? 'r+' : 'w')
  try {
    if (goesOn) await to.truncate(held.bytes)
    let at = goesOn ? held.bytes : 0
    const write = async (text: string) => {
      const line = Buffer.from(`${text}\n`)
      await to.writev([line], at)
      at += line.length
    }
    if (!goesOn) await write(answer.headerText)
    else written(held.records, total(answer.header))
    for await (const { text } of answer.lines) {
      const line = JSON.parse(text) as ExportedLine
      if (line.type === 'error') {
        const { message, fix } = line as unknown as ErrorLine
        throw new Error(
          `${message} ${fix} What was received is in ${file}; the same command goes on from there.`,
        )
      }
      await write(text)
      if (line.type === 'end') {
        return { records: total(answer.header), how: goesOn ? 'resumed' : held?.place ? 'again' : 'whole' }
      }
      written(1, total(answer.header))
    }
  } finally {
    await to.close()
  }
  throw new Error(
    `The answer was cut off. What was received is in ${file}; the same command goes on from there.`,
  )
}
