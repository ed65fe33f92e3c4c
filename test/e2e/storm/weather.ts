/** Faults at the channels while guests book: missing, late, lost and refused answers. */
import type { RunningSimulator } from '../../../simulators/index.ts'

const kinds = ['timeout', '429', 'lost_answer', 'late_500', '429', 'lost_answer', '500', 'drop'] as const
const paths: Readonly<Record<string, readonly string[]>> = {
  airbnb: ['/v2/calendar_operations', '/v2/calendars', '/v2'],
  booking: ['/hotels/xml/availability', '/hotels/xml/roomrateavailability', '/hotels/ota', '/hotels'],
}

/** Runs until it is stopped; faults that have not struck are then removed. */
export function startWeather(
  channels: readonly RunningSimulator[],
  { everyMs, random }: { everyMs: number; random: () => number },
): { stop(): number } {
  let count = 0
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  const timer = setInterval(() => {
    const { vendor, faults } = pick(channels)
    const kind = pick(kinds)
    count += 1
    // A call without an answer takes half a minute.
    faults.add({
      kind,
      count: kind === 'timeout' ? 1 : 1 + Math.floor(random() * 3),
      path: pick(paths[vendor] ?? ['/']),
    })
  }, everyMs)
  return {
    stop() {
      clearInterval(timer)
      for (const { faults } of channels) faults.clear()
      return count
    },
  }
}
