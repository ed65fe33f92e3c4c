/** Limits how many pictures are fetched at once, so that a slow host or one workspace cannot hold up others. */

export interface SlotLimits {
  ofAll: number
  ofWorkspace: number
  ofHost: number
  /** More than this many of a workspace do not wait. */
  waiting: number
}

interface SlotOwner {
  workspaceId: string
  host: string
}

/** A request that waits; it is dropped from the line once its time is over. */
interface WaitingRequest extends SlotOwner {
  start(): void
}

export interface PictureSlots {
  /** Runs the work once a slot is free; null where the line is full or the time ran out before. */
  run<T>(owner: SlotOwner, waitMs: number, work: () => Promise<T>): Promise<T | null>
}

export function createPictureSlots(limits: SlotLimits): PictureSlots {
  const running: SlotOwner[] = []
  const line: WaitingRequest[] = []
  const isFree = ({ workspaceId, host }: SlotOwner) =>
    running.length < limits.ofAll &&
    running.filter((one) => one.workspaceId === workspaceId).length < limits.ofWorkspace &&
    running.filter((one) => one.host === host).length < limits.ofHost

  function next(): void {
    const at = line.findIndex(isFree)
    if (at >= 0) line.splice(at, 1)[0]?.start()
  }

  function awaitSlot(owner: SlotOwner, waitMs: number): Promise<boolean> {
    if (isFree(owner)) {
      running.push(owner)
      return Promise.resolve(true)
    }
    if (line.filter(({ workspaceId }) => workspaceId === owner.workspaceId).length >= limits.waiting)
      return Promise.resolve(false)
    return new Promise((resolve) => {
      const request: WaitingRequest = {
        ...owner,
        start() {
          clearTimeout(timer)
          running.push(owner)
          resolve(true)
        },
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(request), 1)
        resolve(false)
      }, waitMs)
      line.push(request)
    })
  }

  return {
    async run(owner, waitMs, work) {
      if (!(await awaitSlot(owner, waitMs))) return null
      try {
        return await work()
      } finally {
        running.splice(running.indexOf(owner), 1)
        next()
      }
    },
  }
}
