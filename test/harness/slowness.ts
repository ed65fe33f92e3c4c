/** How much longer than on a quiet machine work takes just now: threads that share a core share its caches, too. */
const text = `[${'{"a":1,"b":"x"},'.repeat(100_000)}1]`
/** Milliseconds of processor time that reading it takes on two cores that do nothing else. */
const quietMs = 12

export function slowness(): number {
  const took = Array.from({ length: 5 }, () => {
    const { user } = process.threadCpuUsage()
    JSON.parse(text)
    return (process.threadCpuUsage().user - user) / 1000
  })
  const [, , middle = quietMs] = took.toSorted((a, b) => a - b)
  return Math.max(1, middle / quietMs)
}
