/** Sends a file into a workspace part by part, from where an earlier try stopped. */
import { mostRecordsAtOnce, type FileImportBody, type FileImportReply } from '../../contract/file-import.ts'
import { linesOfFile } from './lines.ts'

/** A part is sent once it is about this long, whatever its number of lines. */
const partBytes = 1024 * 1024

export type Post = (body: FileImportBody) => Promise<FileImportReply>

export interface SentFile {
  lines: number
  complete: boolean
}

function read(text: string, line: number): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (cause) {
    throw new Error(`Line ${line} of the file is no JSON: ${(cause as Error).message}`, { cause })
  }
}

interface SendOptions {
  /** Removes what an earlier import took from another export first. */
  anew?: boolean
  /** Runs with the number of bytes that the server newly has. */
  sent?(bytes: number): void
}

export async function sendFile(
  file: string,
  post: Post,
  { anew = false, sent = () => {} }: SendOptions = {},
): Promise<SentFile> {
  let held: SentFile | null = null
  let part: { line: number; records: Record<string, unknown>[]; bytes: number } | null = null
  const send = async (body: FileImportBody) => {
    const { data } = await post(body)
    held = { lines: data.lines, complete: data.complete }
    return held
  }
  let line = 0
  for await (const { text, bytes } of linesOfFile(file)) {
    line += 1
    // The header alone is sent first, since the answer says how far an earlier try came.
    if (line === 1) {
      held = await send({ line, records: [read(text, line)], ...(anew ? { anew } : {}) })
      sent(bytes)
      continue
    }
    if (held !== null && line <= held.lines) {
      sent(bytes)
      continue
    }
    part ??= { line, records: [], bytes: 0 }
    part.records.push(read(text, line))
    part.bytes += bytes
    if (part.records.length < mostRecordsAtOnce && part.bytes < partBytes) continue
    await send({ line: part.line, records: part.records })
    sent(part.bytes)
    part = null
  }
  if (part !== null) await send({ line: part.line, records: part.records })
  if (held === null) throw new Error(`${file} is empty.`)
  return held
}
