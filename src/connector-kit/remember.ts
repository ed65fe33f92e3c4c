import type { VendorContext } from './connector.ts'

interface Kept {
  value: Promise<unknown>
  untilMs: number
}

const memory = new WeakMap<object, Map<string, Kept>>()

/**
 * What hardly changes (settings, lists of names) is asked for once and kept for a while, as long as the client lives.
 * An answer that failed is not kept.
 */
export function remember<T>(
  { http, now }: VendorContext,
  key: string,
  forMs: number,
  load: () => Promise<T>,
): Promise<T> {
  const kept = memory.get(http) ?? new Map<string, Kept>()
  memory.set(http, kept)
  const nowMs = now().getTime()
  const known = kept.get(key)
  if (known !== undefined && known.untilMs > nowMs) return known.value as Promise<T>
  const value = load()
  kept.set(key, { value, untilMs: nowMs + forMs })
  value.catch(() => {
    if (kept.get(key)?.value === value) kept.delete(key)
  })
  return value
}
