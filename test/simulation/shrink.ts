/** Looks for a shorter run of the same seed that still fails: with fewer kinds of trouble, and with fewer hours. */
import type { SeedOptions, SeedRunner } from './run-seed.ts'

const shortestHours = 0.01

export async function shrink(
  runner: SeedRunner,
  failing: SeedOptions,
  tell: (line: string) => void,
): Promise<SeedOptions> {
  let smallest = failing
  const attempt = async (tried: SeedOptions, what: string) => {
    const { broken } = await runner.run(tried)
    tell(`${what}: ${broken === null ? 'holds' : 'still fails'}`)
    if (broken !== null) smallest = tried
    return broken !== null
  }
  for (const kind of failing.faults) {
    const faults = smallest.faults.filter((other) => other !== kind)
    await attempt({ ...smallest, faults }, `without ${kind}`)
  }
  for (let hours = smallest.hours / 2; hours >= shortestHours; hours /= 2)
    if (!(await attempt({ ...smallest, hours }, `${hours} hours`))) break
  return smallest
}
