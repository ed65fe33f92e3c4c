/** Sends changes: each of a number of clients changes a guest of its own workspace and waits for the answer. */
import { Agent } from 'undici'

export interface ChangeTarget {
  origin: string
  key: string
  guests: readonly string[]
}

/** Runs for about `seconds` and returns how many changes were answered in which time. */
export async function sendChanges(
  targets: readonly ChangeTarget[],
  clients: number,
  seconds: number,
): Promise<{ count: number; perSecond: number }> {
  const agent = new Agent({ connections: clients, pipelining: 1 })
  let count = 0
  const started = performance.now()
  const end = started + seconds * 1000
  async function client(n: number): Promise<void> {
    const { origin, key, guests } = targets[n % targets.length] as ChangeTarget
    for (let turn = 0; performance.now() < end; turn += 1) {
      const guest = guests[(n * 7 + turn) % guests.length]
      const { statusCode, body } = await agent.request({
        origin,
        path: `/v1/guests/${guest}`,
        method: 'PATCH',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ firstName: `Name ${n} ${turn} ${started}` }),
      })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`a change answered ${statusCode}: ${text}`)
      count += 1
    }
  }
  try {
    await Promise.all(Array.from({ length: clients }, (_, n) => client(n)))
    return { count, perSecond: count / ((performance.now() - started) / 1000) }
  } finally {
    await agent.close()
  }
}
