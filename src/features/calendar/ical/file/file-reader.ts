/** Reads calendar files in a thread of its own, one at a time and fairly over owners. Time and memory are limited. */
import { Worker } from 'node:worker_threads'
import { createTurnQueue } from '../../../../platform/fairness/turn-queue.ts'
import type { FileReadRequest, ReadFile } from './read-events.ts'
import type { NotWhole } from './structure.ts'

export type RefusalOfFile = NotWhole['why'] | 'too_slow'

/** The file cannot be trusted, for any reason. */
export class FileRefused extends Error {
  override name = 'FileRefused'
  readonly why: RefusalOfFile
  constructor(why: RefusalOfFile, message: string) {
    super(message)
    this.why = why
  }
}

export interface FileReader {
  /** Throws `FileRefused`. Files of several owners are read in turn. */
  read(request: FileReadRequest, owner?: string): Promise<ReadFile>
  close(): Promise<void>
}

/** Reading a thousand events takes some hundredths of this. */
const limitMs = 3_000
/** Memory limit of the thread in MB. */
const memoryMb = 96
/** The thread ends after this much idle time. */
const idleMs = 60_000

type ReaderThreadMessage =
  | { ready: true }
  | { id: number; file: ReadFile }
  | { id: number; refused: { why: NotWhole['why']; message: string } }

function startReaderThread(): { worker: Worker; ready: Promise<void> } {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    // Not all flags of this process apply to threads.
    execArgv: [],
    env: {},
    // The parser's complaints quote lines with guest names, so its output is dropped.
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  worker.unref()
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
  return { worker, ready }
}

/** Throws `FileRefused` if the thread answers so, ends, or takes longer than `limit` milliseconds. */
function askThread(
  worker: Worker,
  question: { id: number; asked: FileReadRequest },
  limit: number,
): Promise<ReadFile> {
  return new Promise<ReadFile>((resolve, reject) => {
    const timer = setTimeout(
      () => finish(() => reject(new FileRefused('too_slow', `reading it takes more than ${limit / 1000} s`))),
      limit,
    )
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      worker.off('message', hear)
      worker.off('error', fail)
      worker.off('exit', gone)
      settle()
    }
    const hear = (answer: ReaderThreadMessage) => {
      if (!('id' in answer) || answer.id !== question.id) return
      finish(() =>
        'file' in answer
          ? resolve(answer.file)
          : reject(new FileRefused(answer.refused.why, answer.refused.message)),
      )
    }
    const fail = () => finish(() => reject(new FileRefused('too_slow', 'reading it takes too much memory')))
    const gone = () => finish(() => reject(new FileRefused('too_slow', 'reading it ended its thread')))
    worker.on('message', hear)
    worker.on('error', fail)
    worker.on('exit', gone)
    worker.postMessage(question)
  })
}

export function createFileReader(options: { limitMs?: number } = {}): FileReader {
  const limit = options.limitMs ?? limitMs
  let thread: { worker: Worker; ready: Promise<void> } | null = null
  const queue = createTurnQueue({ atOnce: 1 })
  const reads = new Set<Promise<unknown>>()
  let idle: NodeJS.Timeout | undefined
  let counted = 0

  const end = async () => {
    clearTimeout(idle)
    const ending = thread?.worker
    thread = null
    await ending?.terminate()
  }

  const readOne = async (request: FileReadRequest): Promise<ReadFile> => {
    clearTimeout(idle)
    const { worker, ready } = (thread ??= startReaderThread())
    await ready.catch(async (error: unknown) => {
      await end()
      throw error
    })
    const id = (counted += 1)
    try {
      return await askThread(worker, { id, asked: request }, limit)
    } catch (error) {
      // A thread that hangs or crashed reads nothing more.
      if (error instanceof FileRefused && error.why === 'too_slow') await end()
      throw error
    } finally {
      if (thread) idle = setTimeout(() => void end(), idleMs).unref()
    }
  }

  return {
    read(request, owner = '') {
      const read = queue.run(owner, () => readOne(request))
      reads.add(read)
      const forget = () => reads.delete(read)
      read.then(forget, forget)
      return read
    },
    async close() {
      await Promise.allSettled(reads)
      await end()
    },
  }
}
