/** The thread that reads files: a file that takes too long or too much memory ends only this thread. */
import { parentPort } from 'node:worker_threads'
import { readFile, type FileReadRequest } from './read-events.ts'
import { NotWhole } from './structure.ts'

parentPort?.on('message', ({ id, asked }: { id: number; asked: FileReadRequest }) => {
  try {
    parentPort?.postMessage({ id, file: readFile(asked) })
  } catch (error) {
    const why = error instanceof NotWhole ? error.why : 'damaged'
    parentPort?.postMessage({
      id,
      refused: { why, message: error instanceof Error ? error.message : 'it is damaged' },
    })
  }
})
parentPort?.postMessage({ ready: true })
