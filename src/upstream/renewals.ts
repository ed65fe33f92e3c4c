/** Renewals of access wait within their process before each of them holds a database session: what they ask meanwhile needs others. */
import type pg from 'pg'

/** Of the connections of a pool, so large a part is held by renewals at most. */
const part = 1 / 4

interface Queue {
  /** By what is renewed, the last one in the row: they get the same token, so they come one after the other. */
  last: Map<string, Promise<unknown>>
  free: number
  waiting: (() => void)[]
}

const queues = new WeakMap<pg.Pool, Queue>()

function queueOf(pool: pg.Pool): Queue {
  const free = Math.max(1, Math.floor((pool.options.max ?? 10) * part))
  const queue = queues.get(pool) ?? { last: new Map(), free, waiting: [] }
  queues.set(pool, queue)
  return queue
}

export async function renewInTurn<T>(pool: pg.Pool, name: string, renew: () => Promise<T>): Promise<T> {
  const queue = queueOf(pool)
  const before = queue.last.get(name) ?? Promise.resolve()
  const own = before.then(() => whenFree(queue, renew))
  const ended = own.catch(() => {})
  queue.last.set(name, ended)
  try {
    return await own
  } finally {
    if (queue.last.get(name) === ended) queue.last.delete(name)
  }
}

async function whenFree<T>(queue: Queue, renew: () => Promise<T>): Promise<T> {
  if (queue.free > 0) queue.free -= 1
  else await new Promise<void>((resolve) => queue.waiting.push(resolve))
  try {
    return await renew()
  } finally {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.free += 1
  }
}
