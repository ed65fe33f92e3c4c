/** A closed-loop load: `connections` callers that each send the next request when the answer is there. */
import { Pool } from 'undici'

export interface Target {
  origin: string
  paths: readonly string[]
  headers: readonly Record<string, string>[]
  /** What every answer must be; 200 unless told. */
  status?: number
}

/** Answers per second over `seconds`. Every answer must be of the target's status. */
export async function requestsPerSecond(target: Target, seconds: number, connections = 8): Promise<number> {
  const pool = new Pool(target.origin, { connections, pipelining: 1 })
  let answers = 0
  let next = 0
  const end = performance.now() + seconds * 1000
  async function caller(): Promise<void> {
    while (performance.now() < end) {
      const turn = next++
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: target.paths[turn % target.paths.length] ?? '/',
        headers: target.headers[turn % target.headers.length] ?? {},
      })
      await body.arrayBuffer()
      if (statusCode !== (target.status ?? 200)) throw new Error(`${target.origin} answered ${statusCode}`)
      answers += 1
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, caller))
  const rate = answers / ((performance.now() - started) / 1000)
  await pool.close()
  return rate
}
