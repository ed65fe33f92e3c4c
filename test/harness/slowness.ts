/** Measures how much slower work is than on a quiet machine; threads of one core share its caches too. */
const text = `[${'{"a":1,"b":"x"},'.repeat(100_000)}1]`
/** Processor milliseconds for parsing the text on two idle cores. */
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
