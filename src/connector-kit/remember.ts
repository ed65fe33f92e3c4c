import type { Memory } from './http.ts'
import type { VendorContext } from './vendor-context.ts'

interface Memories {
  /** Answers kept here last for one turn of a worker or one request. */
  work: Memory
  /** Answers kept here serve all later work on the account. */
  settings: Memory
  /** Calls go out under this identity, `<vendor>:<account>`. */
  identity?: string
}

const memories = new WeakMap<object, Memories>()
/** Beyond this number expired entries are dropped first, then the oldest. */
const mostSettings = 500

/** Gives a client its memories: the one of its work, and the one of its account. */
export function rememberIn(http: object, own: Memories): void {
  memories.set(http, own)
}

function memoriesOf(http: object): Memories {
  const own = memories.get(http) ?? { work: new Map(), settings: new Map() }
  memories.set(http, own)
  return own
}

/** Some vendors need the account named in every call; the credentials name it. */
export function accountIdIn({ http }: VendorContext): string {
  const { identity } = memoriesOf(http)
  if (identity === undefined) throw new Error('this client is nobody’s')
  return identity.slice(identity.indexOf(':') + 1)
}

/** Loads a value once per piece of work, and again after `forMs`. A failed answer is not kept. */
export function remember<T>(
  { http, now }: VendorContext,
  key: string,
  forMs: number,
  load: () => Promise<T>,
): Promise<T> {
  const { work } = memoriesOf(http)
  const nowMs = now().getTime()
  const entry = work.get(key)
  if (entry !== undefined && entry.untilMs > nowMs) return entry.value as Promise<T>
  const value = load()
  work.set(key, { value, untilMs: nowMs + forMs })
  value.catch(() => {
    if (work.get(key)?.value === value) work.delete(key)
  })
  return value
}

/**
 * Keeps an account's settings and lists of names for all later callers. Do not use it for availability,
 * prices, or rows that are stored.
 */
export function rememberSettings<T>(
  context: VendorContext,
  key: string,
  forMs: number,
  load: () => Promise<T>,
): Promise<T> {
  const { settings } = memoriesOf(context.http)
  const nowMs = context.now().getTime()
  const entry = settings.get(key)
  if (entry !== undefined && entry.untilMs > nowMs) return entry.value as Promise<T>
  // While it loads, the promise belongs to this work alone: a request must not wait for a patient worker's
  // call.
  return remember(context, key, forMs, async () => {
    const value = await load()
    settings.delete(key)
    settings.set(key, { value: Promise.resolve(value), untilMs: nowMs + forMs })
    if (settings.size > mostSettings) forget(settings, nowMs)
    return value
  })
}

function forget(settings: Memory, nowMs: number): void {
  for (const [key, { untilMs }] of settings) if (untilMs <= nowMs) settings.delete(key)
  const [oldest] = settings.keys()
  if (settings.size > mostSettings && oldest !== undefined) settings.delete(oldest)
}
