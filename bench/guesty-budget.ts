/**
 * Counts what Guesty's limits of 15 calls a second, 120 a minute, 5,000 an hour and five tokens a day leave of a first
 * import and of a day with changes. The simulator's clock runs as fast as the calls, so its minutes are no minutes of ours.
 */
import { measureDay, measureImport, type CallCost } from '../src/connectors/guesty/testing/call-budget.ts'
import type { Bench, Result } from './bench.ts'

const usualRows = 20_000
const dayRows = 1_500
const limits = { minutesPer20000: 60, callsOfADay: 5_000 }

const detailOf = ({ stays, calls, payments, refused, tokens, minutes }: CallCost): string =>
  `${stays} stays in ${calls} calls (${payments} for payments), ${minutes} minutes, ${tokens} token(s), ${refused} refused`

export const guestyBudgetBench: Bench = async ({ options, show }) => {
  const rows = Number(options.rows ?? usualRows)
  const atMost = 1
  for (const [name, habits] of [
    ['by the newer interface alone', { legacyRetired: 1 }],
    ['beside the older interface', {}],
  ] as const) {
    const first = await measureImport(habits, rows)
    const allowed = (limits.minutesPer20000 * rows) / usualRows
    const results: Result[] = [
      {
        label: `first import of ${rows} stays ${name}, compared with ${Math.round(allowed)} minutes`,
        ratio: first.minutes / allowed,
        atMost,
        detail: detailOf(first),
      },
    ]
    show(results)
    const day = await measureDay(habits, Math.min(rows, dayRows))
    show([
      {
        label: `a day of 500 changes ${name}, compared with the calls of an hour`,
        ratio: day.calls / limits.callsOfADay,
        atMost,
        detail: detailOf(day),
      },
    ])
  }
  return []
}
