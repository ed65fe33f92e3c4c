/** A process of its own that asks its limiter as fast as it can, and tells how much was let in. */
import { createBurstLimiter } from '../../src/http/limits/rate-limit.ts'
import { createSharedWindows } from '../../src/http/limits/shared-windows.ts'
import { systemClock } from '../../src/platform/clock.ts'

const [url = '', limit = '', window = '', ms = '', key = ''] = process.argv.slice(2)
let isAlone = false
const log = { info: () => {}, warn: () => void (isAlone = true) }
const local = createBurstLimiter(systemClock, Number(window))
const shared = await createSharedWindows(local, {
  url,
  installation: async () => 'tested',
  clock: systemClock,
  log,
  windowMs: Number(window),
})
const counts = { letIn: 0, asked: 0 }

// Everybody is connected before anybody asks.
process.send?.({ ready: true })
process.once('message', () => void run())

async function run(): Promise<void> {
  const until = performance.now() + Number(ms)
  const caller = async () => {
    while (performance.now() < until) {
      counts.asked += 1
      if ((await shared.hit(key, Number(limit))).allowed) counts.letIn += 1
      // A refusal of the process itself waits for nothing: others are to have their turn.
      await new Promise(setImmediate)
    }
  }
  await Promise.all(Array.from({ length: 20 }, caller))
  process.send?.({ done: { ...counts, isAlone } })
  shared.close()
  process.disconnect?.()
}
