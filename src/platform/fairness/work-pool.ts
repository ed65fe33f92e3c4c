/** Tasks of all workspaces, so many at a time: a place that becomes free is filled at once, by whoever's turn it is. */
import { startLoop, type BackgroundLoop, type LoopOptions } from '../background-loop.ts'
import type { WorkerPlaces } from './turns-sql.ts'

interface OwnedTask {
  workspaceId: string
}

export interface PoolWork<Task extends OwnedTask> {
  /** Tasks that a worker does at a time. */
  places: number
  /** Takes tasks whose turn it is, at most as many as there are places. */
  claim(places: WorkerPlaces): Promise<readonly Task[]>
  /** Says of its own failures what is to be done about them; what it throws is logged. */
  work(task: Task, signal: AbortSignal): Promise<void>
}

export function startWorkPool<Task extends OwnedTask>(
  rhythm: LoopOptions,
  { places: total, claim, work }: PoolWork<Task>,
): BackgroundLoop {
  const { log, failed } = rhythm
  const underWay = new Map<Promise<void>, Task>()
  /** The last claim found something, so that more may wait for a place. */
  let mayBeMore = false

  const begin = (task: Task, signal: AbortSignal) => {
    const ended = work(task, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error, workspaceId: task.workspaceId }, failed)
      })
      .finally(() => {
        underWay.delete(ended)
        if (mayBeMore) loop.wake()
      })
    underWay.set(ended, task)
  }
  const loop = startLoop(rhythm, async (signal) => {
    const tasks = await claim({ total, taken: [...underWay.values()] })
    mayBeMore = tasks.length > 0
    for (const task of tasks) begin(task, signal)
  })
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await Promise.all(underWay.keys())
    },
  }
}

/** The same once, for whoever waits until all that is due is done. Answers how many tasks there were. */
export async function workOnce<Task extends OwnedTask>(
  { places: total, claim, work }: PoolWork<Task>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const tasks = await claim({ total, taken: [] })
  await Promise.all(tasks.map((task) => work(task, signal)))
  return tasks.length
}
