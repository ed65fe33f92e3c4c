const headers = [
  'retry-after',
  'retry-after-ms',
  'x-retry-after',
  'x-ratelimit-reset',
  'ratelimit-reset',
] as const
// A number this large can only be a moment (seconds or milliseconds since 1970), not a time to wait.
const earliestEpochSeconds = 1_000_000_000
const earliestEpochMs = 1_000_000_000_000
const longestWaitMs = 24 * 60 * 60 * 1000

const units = { ms: 1, s: 1000, m: 60_000 }
const unitWords: [RegExp, keyof typeof units][] = [
  [/^(ms|msec|msecs|millis|milliseconds?)$/, 'ms'],
  [/^(|s|secs?|seconds?)$/, 's'],
  [/^(m|mins?|minutes?)$/, 'm'],
]

/**
 * Reads how long an answer asks to wait: seconds, a date, milliseconds or a moment. Returns null when it does
 * not say.
 */
export function retryAfterMs(answerHeaders: Record<string, string>, nowMs: number): number | null {
  for (const name of headers) {
    const value = answerHeaders[name]
    const wait = value === undefined ? null : readWait(value, nowMs, name.endsWith('-ms') ? 'ms' : 's')
    if (wait !== null) return Math.min(Math.max(0, wait), longestWaitMs)
  }
  return null
}

function readWait(value: string, nowMs: number, plainUnit: keyof typeof units): number | null {
  const text = value.trim().toLowerCase()
  const number = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/.exec(text)
  if (number === null) {
    const at = Date.parse(value)
    return Number.isNaN(at) ? null : at - nowMs
  }
  const amount = Number(number[1])
  if (amount >= earliestEpochMs) return amount - nowMs
  if (amount >= earliestEpochSeconds) return amount * 1000 - nowMs
  const word = number[2] ?? ''
  const unit = word === '' ? plainUnit : unitWords.find(([pattern]) => pattern.test(word))?.[1]
  return unit === undefined ? null : Math.ceil(amount * units[unit])
}
