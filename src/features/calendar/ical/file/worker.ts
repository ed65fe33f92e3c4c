/** The thread in which files are read: a file that takes too long or too much ends it, and nothing else. */
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
