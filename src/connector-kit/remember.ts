import type { Memory } from './http.ts'
import type { VendorContext } from './vendor-context.ts'

interface Memories {
  /** Of one piece of work: a turn of a worker, a request. */
  work: Memory
  /** Of the account, for every piece of work that follows. */
  settings: Memory
  /** Whose calls they are, `<vendor>:<account>`. */
  identity?: string
}

const memories = new WeakMap<object, Memories>()
/** Above this what has ended is thrown away first, then what is the oldest. */
const mostSettings = 500

/** Has a client remember together with others: those of the same work, and those of the same account. */
export function rememberIn(http: object, given: Memories): void {
  memories.set(http, given)
}

function memoriesOf(http: object): Memories {
  const known = memories.get(http) ?? { work: new Map(), settings: new Map() }
  memories.set(http, known)
  return known
}

/** The account, as far as the credentials tell it: for vendors where every call has to name it. */
export function accountIdIn({ http }: VendorContext): string {
  const { identity } = memoriesOf(http)
  if (identity === undefined) throw new Error('this client is nobody’s')
  return identity.slice(identity.indexOf(':') + 1)
}

/**
 * What does not change while a piece of work is done is asked for once in it, and again after `forMs`. An answer that
 * failed is not kept.
 */
export function remember<T>(
  { http, now }: VendorContext,
  key: string,
  forMs: number,
  load: () => Promise<T>,
): Promise<T> {
  const { work } = memoriesOf(http)
  const nowMs = now().getTime()
  const known = work.get(key)
  if (known !== undefined && known.untilMs > nowMs) return known.value as Promise<T>
  const value = load()
  work.set(key, { value, untilMs: nowMs + forMs })
  value.catch(() => {
    if (work.get(key)?.value === value) work.delete(key)
  })
  return value
}

/**
 * Settings of an account and lists of names: kept with the connection's client, also for whoever calls next. Not for what
 * says whether nights can be had or what they cost, and not for what is read to be stored.
 */
export function rememberSettings<T>(
  context: VendorContext,
  key: string,
  forMs: number,
  load: () => Promise<T>,
): Promise<T> {
  const { settings } = memoriesOf(context.http)
  const nowMs = context.now().getTime()
  const known = settings.get(key)
  if (known !== undefined && known.untilMs > nowMs) return known.value as Promise<T>
  // While it is asked for it is this work's own: a request must not wait for what a patient worker asks.
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
