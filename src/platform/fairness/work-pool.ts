/** Runs tasks of all workspaces, a limited number at once. A free place is filled at once, by the next in turn. */
import { startLoop, type BackgroundLoop, type LoopOptions } from '../background-loop.ts'
import type { WorkerPlaces } from './turns-sql.ts'

interface OwnedTask {
  workspaceId: string
}

export interface PoolWork<Task extends OwnedTask> {
  /** A worker runs this many tasks at once. */
  places: number
  /** Claims tasks in turn, at most as many as there are free places. */
  claim(places: WorkerPlaces): Promise<readonly Task[]>
  /** Work handles its own failures; an error it throws is only logged. */
  work(task: Task, signal: AbortSignal): Promise<void>
}

type ClaimRound = (signal: AbortSignal) => Promise<void>

/** `start` repeats the claims; without it they come at the rhythm. */
export function startWorkPool<Task extends OwnedTask>(
  rhythm: LoopOptions,
  { places: total, claim, work }: PoolWork<Task>,
  start: (round: ClaimRound) => BackgroundLoop = (round) => startLoop(rhythm, round),
): BackgroundLoop {
  const { log, failed } = rhythm
  const underWay = new Map<Promise<void>, Task>()
  /** The last claim found something, so more tasks may wait. */
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
  const loop = start(async (signal) => {
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

/** Runs all due tasks once, for callers that wait for them. Returns how many there were. */
export async function workOnce<Task extends OwnedTask>(
  { places: total, claim, work }: PoolWork<Task>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const tasks = await claim({ total, taken: [] })
  await Promise.all(tasks.map((task) => work(task, signal)))
  return tasks.length
}
