/** Parses large answers in a worker thread, which ends after a pause without work. */
import { Worker } from 'node:worker_threads'

export interface ParseOrder {
  id: number
  kind: 'xml' | 'json'
  text: string
}

const idleMs = 60_000

type Settle = (json: string | null) => void

let thread: Worker | undefined
let idle: NodeJS.Timeout | undefined
let counted = 0
const waiting = new Map<number, Settle>()

/** Texts that were not parsed by then count as unreadable. */
function end(ending: Worker): void {
  if (thread === ending) thread = undefined
  for (const settle of waiting.values()) settle(null)
  waiting.clear()
  void ending.terminate()
}

function begin(): Worker {
  const worker = new Worker(new URL('parse-thread.ts', import.meta.url), { execArgv: [], env: {} })
  worker.unref()
  worker.on('message', ({ id, json }: { id: number; json: string | null }) => {
    const settle = waiting.get(id)
    waiting.delete(id)
    settle?.(json)
    clearTimeout(idle)
    if (waiting.size === 0) idle = setTimeout(() => end(worker), idleMs).unref()
  })
  worker.on('error', () => end(worker))
  return worker
}

/** Returns undefined when the text is unreadable. */
export async function parseAside(kind: ParseOrder['kind'], text: string): Promise<unknown> {
  const id = (counted += 1)
  clearTimeout(idle)
  thread ??= begin()
  const worker = thread
  worker.ref()
  const json = await new Promise<string | null>((resolve) => {
    waiting.set(id, resolve)
    worker.postMessage({ id, kind, text } satisfies ParseOrder)
  })
  if (waiting.size === 0) worker.unref()
  return json === null ? undefined : JSON.parse(json)
}
