/** Threads of the servers, such as the one that reads calendar files: no step is taken while one of them works. */
import { syncBuiltinESMExports } from 'node:module'
import workerThreads, { Worker } from 'node:worker_threads'
import { currentOwner, type StepOwner } from './scheduler.ts'
import { holdSteps } from './settle.ts'

const threads = new Set<HeldThread>()

/** Its answers have the numbers of its orders; before its first word it is still starting. */
class HeldThread extends Worker {
  readonly owner = currentOwner()
  readonly #awaited = new Map<unknown, () => void>()

  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given)
    threads.add(this)
    this.#await('start')
    this.on('message', ({ id }: { id?: number }) => {
      this.#release('start')
      this.#release(id)
    })
    for (const end of ['error', 'exit'] as const)
      this.on(end, () => {
        threads.delete(this)
        for (const what of [...this.#awaited.keys()]) this.#release(what)
      })
  }

  override postMessage(...sent: Parameters<Worker['postMessage']>): void {
    this.#await((sent[0] as { id: number }).id)
    super.postMessage(...sent)
  }

  #await(what: unknown): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#awaited.set(what, resolve)
    void holdSteps(promise)
  }

  #release(what: unknown): void {
    this.#awaited.get(what)?.()
    this.#awaited.delete(what)
  }
}

/** Every thread that is begun from now on holds the steps while it works. */
export function installHeldThreads(): void {
  Object.assign(workerThreads, { Worker: HeldThread })
  syncBuiltinESMExports()
}

export async function endThreadsOf(owner: StepOwner): Promise<void> {
  for (const thread of threads) if (thread.owner === owner) await thread.terminate()
}
