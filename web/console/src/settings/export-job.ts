/** The export of a workspace: it goes on while other screens are open, and can be continued where it broke off. */
import { ApiProblem, offlineProblem } from '../api/api-problem.ts'
import { answerOf, client } from '../api/client.ts'
import { signal } from '../ui/signal.ts'

export interface ExportState {
  /** The workspace that is exported; null before the first. */
  workspaceId: string | null
  phase: 'idle' | 'running' | 'done' | 'failed'
  records: number
  /** Null until the first line is there. */
  total: number | null
  bytes: number
  error: Error | null
  /** The whole file, once it is there. */
  file: { url: string; name: string } | null
}

const idle: ExportState = {
  workspaceId: null,
  phase: 'idle',
  records: 0,
  total: null,
  bytes: 0,
  error: null,
  file: null,
}

const state = signal<ExportState>(idle)

/** One runs at a time, so another workspace has none. */
export function useExport(workspaceId: string): ExportState {
  const current = state.use()
  return current.workspaceId === workspaceId ? current : idle
}

interface ExportHeader {
  state: string
  counts: Record<string, number>
}

/** What was read so far, of one moment of the workspace. */
interface ExportParts {
  blobs: Blob[]
  header: ExportHeader | null
  /** Type and id of the last whole line. */
  last: string | null
}

let parts: ExportParts = { blobs: [], header: null, last: null }
let stop: AbortController | null = null

const tell = (part: Partial<ExportState>): void => state.set({ ...state.get(), ...part })

interface ExportLine {
  type: string
  id?: string
  message?: string
  state?: string
  counts?: Record<string, number>
}

const parse = (line: string): ExportLine => JSON.parse(line) as ExportLine

function keep(text: string): void {
  const blob = new Blob([text])
  parts.blobs.push(blob)
  tell({ bytes: state.get().bytes + blob.size })
}

/** Keeps the header of the first part; false when a later part is of another moment. */
function takeHeader(line: string): boolean {
  const { state: moment = '', counts = {} } = parse(line)
  if (parts.header !== null) return parts.header.state === moment
  parts.header = { state: moment, counts }
  tell({ total: Object.values(counts).reduce((sum, count) => sum + count, 0) })
  keep(`${line}\n`)
  return true
}

class ExportMoved extends Error {}

/** Takes whole lines; true after the last one. Only the last line of a portion is parsed. */
function takeLines(text: string): boolean {
  const lines = text.split('\n')
  const newest = parse(lines.at(-1) ?? '{}')
  if (newest.type === 'error') throw new Error(newest.message)
  keep(`${text}\n`)
  if (newest.type === 'end') {
    tell({ records: state.get().records + lines.length - 1 })
    return true
  }
  parts.last = `${newest.type}:${newest.id ?? ''}`
  tell({ records: state.get().records + lines.length })
  return false
}

async function readLines(stream: ReadableStream<Uint8Array>): Promise<boolean> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>
  let rest = ''
  let isFirst = true
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return rest !== '' && takeLines(rest)
    rest += value
    if (isFirst && rest.includes('\n')) {
      const at = rest.indexOf('\n')
      if (!takeHeader(rest.slice(0, at))) throw new ExportMoved()
      rest = rest.slice(at + 1)
      isFirst = false
    }
    const end = isFirst ? -1 : rest.lastIndexOf('\n')
    if (end > 0) {
      if (takeLines(rest.slice(0, end))) return true
      rest = rest.slice(end + 1)
    }
  }
}

async function run(workspaceId: string): Promise<void> {
  stop = new AbortController()
  const { last } = parts
  const stream = (await answerOf(
    client.GET('/v1/migrations/{workspaceId}/export', {
      params: { path: { workspaceId }, query: last === null ? {} : { after: last } },
      parseAs: 'stream',
      signal: stop.signal,
    }),
  )) as unknown as ReadableStream<Uint8Array>
  if (!(await readLines(stream))) throw offlineProblem()
  const day = new Date().toISOString().slice(0, 10)
  const url = URL.createObjectURL(new Blob(parts.blobs, { type: 'application/x-ndjson' }))
  tell({ phase: 'done', file: { url, name: `lodgewire-${workspaceId}-${day}.ndjson` } })
}

function reset(): void {
  const { file } = state.get()
  if (file !== null) URL.revokeObjectURL(file.url)
  parts = { blobs: [], header: null, last: null }
  state.set(idle)
}

/** Starts anew. */
export function startExport(workspaceId: string): Promise<void> {
  stop?.abort()
  reset()
  return continueExport(workspaceId)
}

/** Goes on behind the last line; a workspace that changed meanwhile is read from the beginning. */
export async function continueExport(workspaceId: string): Promise<void> {
  tell({ workspaceId, phase: 'running', error: null })
  try {
    await run(workspaceId)
  } catch (error) {
    if (error instanceof ExportMoved) return startExport(workspaceId)
    if ((error as Error).name === 'AbortError') return
    const isLost = !(error instanceof ApiProblem) && (error as Error).name === 'TypeError'
    tell({ phase: 'failed', error: isLost ? offlineProblem() : (error as Error) })
  }
}

export function stopExport(): void {
  stop?.abort()
  reset()
}
