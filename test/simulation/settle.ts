/** Waits until the process has nothing to do but to wait for the next step. */
import { createHook } from 'node:async_hooks'

/** Work of node's own threads that ends by itself: files, key derivation, compression, name lookups. */
const threadWork = /^(?:FSREQ|GETADDRINFO|[A-Z0-9]+REQUEST$)/
const running = new Set<number>()
const realSetImmediate = setImmediate
/** So many rounds of the event loop without news count as quiet. */
const calmRounds = 2

/** Begins to watch what the process does aside; the scheduler of one process calls it once. */
export function watchThreadWork(): void {
  createHook({
    init: (id, type) => void (threadWork.test(type) && running.add(id)),
    after: (id) => void running.delete(id),
    destroy: (id) => void running.delete(id),
    trackPromises: false,
  } as Parameters<typeof createHook>[0]).enable()
}

const turnOfLoop = () => new Promise<void>((resolve) => void realSetImmediate(resolve))

let held = 0

/** No step is taken until the work is done. */
export async function holdSteps<T>(work: Promise<T>): Promise<T> {
  held += 1
  try {
    return await work
  } finally {
    held -= 1
  }
}

const isBusy = () => held > 0 || running.size > 0 || process.getActiveResourcesInfo().includes('Immediate')

export async function settle(): Promise<void> {
  for (let calm = 0; calm < calmRounds;) {
    await turnOfLoop()
    calm = isBusy() ? 0 : calm + 1
  }
}
