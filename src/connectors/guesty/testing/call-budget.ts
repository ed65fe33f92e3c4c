/** Counts the calls that reading a large account costs within the vendor's limits; the time is the simulator's, not ours. */
import { startSimulator } from '../../../../simulators/index.ts'
import { openBench } from '../../../connector-kit/testing/bench.ts'
import { walkAll } from '../../../connector-kit/testing/walk.ts'
import { guesty } from '../index.ts'
import { reservations } from '../reservations.ts'

export interface CallCost {
  stays: number
  calls: number
  /** Of these, calls for the payments of one booking each. */
  payments: number
  refused: number
  tokens: number
  /** By the simulator's clock. */
  minutes: number
}

const minuteMs = 60_000
const daySeconds = 86_400
export const changesOfADay = 500

/** Opens an account with the vendor's limits of calls and tokens. */
async function openLimited(habits: Record<string, number>, size: number) {
  const started = Promise.withResolvers<Awaited<ReturnType<typeof startSimulator>>>()
  const bench = await openBench(
    guesty,
    async (vendor, options) => {
      const simulator = await startSimulator(vendor, { ...options, speed: 0, habits })
      started.resolve(simulator)
      return simulator
    },
    { listings: 300, reservations: size },
  )
  const simulator = await started.promise
  const context = bench.context()
  const walk = (since: string | null) => walkAll((cursor) => reservations.page(context, { cursor, since }))
  const count = async (work: () => Promise<number>): Promise<CallCost> => {
    simulator.calls.clear()
    const [startedMs, stays] = [simulator.clock.nowMs(), await work()]
    const calls = simulator.calls.list()
    const callsTo = (path: string) => calls.filter((call) => call.path.split('?')[0] === path).length
    return {
      stays,
      calls: calls.length,
      payments: callsTo('/v1/payments'),
      refused: calls.filter(({ status }) => status === 429).length,
      tokens: callsTo('/oauth2/token'),
      minutes: Math.round((simulator.clock.nowMs() - startedMs) / minuteMs),
    }
  }
  return { bench, simulator, context, walk, count }
}

/** Reads everything once. */
export async function measureImport(habits: Record<string, number>, size: number): Promise<CallCost> {
  const { bench, walk, count } = await openLimited(habits, size)
  try {
    return await count(async () => (await walk(null)).records.length)
  } finally {
    await bench.close()
  }
}

/** A webhook tells each change, and a walk looks for the rest after every second one. */
export async function measureDay(habits: Record<string, number>, size: number): Promise<CallCost> {
  const { bench, simulator, context, walk, count } = await openLimited(habits, size)
  try {
    let { watermark } = await walk(null)
    const bookings = simulator.operations.state(new Set()).reservations as unknown as { id: string }[]
    return await count(async () => {
      let stays = 0
      for (let change = 0; change < changesOfADay; change += 1) {
        const { id } = bookings[(change * 2) % bookings.length] ?? { id: '' }
        simulator.clock.advanceSeconds(daySeconds / changesOfADay)
        simulator.operations.updateReservation(id, { guestsCount: 1 + (change % 7) })
        if ((await reservations.one?.(context, id)) !== null) stays += 1
        if (change % 2 === 0) continue
        const since = new Date(Date.parse(watermark ?? '') - 300_000).toISOString()
        watermark = (await walk(since)).watermark
      }
      return stays
    })
  } finally {
    await bench.close()
  }
}
