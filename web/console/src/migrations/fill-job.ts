/** Fills a workspace from an exported file: goes on while other screens are open, and from where an earlier try stopped. */
import { ApiProblem } from '../api/api-problem.ts'
import { answerOf, client } from '../api/client.ts'
import { partsOf, type FilePart } from './file-lines.ts'
import { fillStates } from './kept.ts'
import { refreshMigrations } from './migration-api.ts'

export interface FillState {
  /** `cut`: all of the file was sent, and its last lines were missing. */
  phase: 'running' | 'waiting' | 'done' | 'cut' | 'failed'
  file: File
  /** About how much of the file the server has, in characters. */
  sent: number
  lines: number
  error: Error | null
}

const mostTries = 8
const longestPauseSeconds = 60

/** Thrown for a file that no export wrote. */
export class UnreadableFile extends Error {
  readonly line: number

  constructor(line: number) {
    super(`line ${line} is no JSON`)
    this.line = line
  }
}

function recordsOf({ line, lines }: FilePart): Record<string, unknown>[] {
  return lines.map((text, index) => {
    try {
      return JSON.parse(text) as Record<string, unknown>
    } catch {
      throw new UnreadableFile(line + index)
    }
  })
}

async function* textsOf(file: File): AsyncGenerator<string> {
  const reader = file
    .stream()
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Sends a part until it is answered; a busy server says how long to wait. */
async function sendPatiently(id: string, part: FilePart, anew: boolean, onWait: () => void) {
  const records = recordsOf(part)
  for (let tries = 1; ; tries += 1) {
    try {
      const { data } = await answerOf(
        client.POST('/v1/migrations/{workspaceId}/records', {
          params: { path: { workspaceId: id } },
          body: { line: part.line, records, ...(anew ? { anew } : {}) },
        }),
      )
      return data
    } catch (error) {
      if (!(error instanceof ApiProblem) || !error.isPassing || tries === mostTries) throw error
      onWait()
      await pause(Math.min(error.retryAfter ?? 2 ** tries, longestPauseSeconds))
    }
  }
}

async function send(id: string, file: File, anew: boolean): Promise<FillState['phase']> {
  const state = (part: Partial<FillState>) => {
    fillStates.set(id, { phase: 'running', file, sent: 0, lines: 0, error: null, ...part })
  }
  let sent = 0
  let lines = 0
  for await (const part of partsOf(textsOf(file))) {
    const isThere = part.line + part.lines.length - 1 <= lines
    if (!isThere) {
      const answer = await sendPatiently(id, part, anew && part.line === 1, () =>
        state({ phase: 'waiting', sent, lines }),
      )
      ;({ lines } = answer)
      if (part.line === 1) refreshMigrations()
      if (answer.complete) return 'done'
    }
    sent += part.characters
    state({ sent, lines })
  }
  if (lines === 0) throw new UnreadableFile(1)
  return 'cut'
}

/** Sends a file from its beginning; lines that the server has are passed over. */
export async function fillFromFile(id: string, file: File, anew = false): Promise<void> {
  fillStates.set(id, { phase: 'running', file, sent: 0, lines: 0, error: null })
  const end = (part: Partial<FillState>) => {
    const before = fillStates.get(id)
    if (before !== undefined) fillStates.set(id, { ...before, ...part })
    refreshMigrations()
  }
  try {
    end({ phase: await send(id, file, anew) })
  } catch (error) {
    end({ phase: 'failed', error: error as Error })
  }
}
