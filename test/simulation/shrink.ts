/** Looks for a shorter run of the same seed that still fails: with fewer kinds of trouble, days and hours. */
import type { SeedOptions, SeedRunner } from './run-seed.ts'

const shortestHours = 0.01

/** Begins no further run after so many minutes of real time, and returns the shortest found until then. */
export async function shrink(
  runner: SeedRunner,
  failing: SeedOptions,
  { minutes, tell }: { minutes: number; tell: (line: string) => void },
): Promise<SeedOptions> {
  const endMs = performance.now() + minutes * 60_000
  const isLate = () => performance.now() > endMs
  let smallest = failing
  const attempt = async (tried: SeedOptions, what: string) => {
    if (isLate()) return false
    const { broken } = await runner.run(tried)
    tell(`${what}: ${broken === null ? 'holds' : 'still fails'}`)
    if (broken !== null) smallest = tried
    return broken !== null
  }
  for (const kind of failing.faults) {
    const faults = smallest.faults.filter((other) => other !== kind)
    await attempt({ ...smallest, faults }, `without ${kind}`)
  }
  for (let days = Math.floor((smallest.days ?? 1) / 2); days >= 1; days = Math.floor(days / 2))
    if (!(await attempt({ ...smallest, days }, `${days} days`))) break
  for (let hours = smallest.hours / 2; hours >= shortestHours; hours /= 2)
    if (!(await attempt({ ...smallest, hours }, `${hours} hours`))) break
  if (isLate()) tell('No time is left to look for a shorter one.')
  return smallest
}
