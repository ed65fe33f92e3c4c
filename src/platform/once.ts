/** Makes a value at its first use and keeps it, so that what few requests need does not delay the start. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Keeps the first successful answer. Callers during a failure get the error, and the next call tries again. */
export function onceAnswered<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  return () =>
    (known ??= ask().catch((error: unknown) => {
      known = undefined
      throw error
    }))
}
