/** Makes a value at its first use and keeps it, so that what few requests need does not delay the start. */
export function once<T>(make: () => T): () => T {
  let result: { value: T } | undefined
  return () => (result ??= { value: make() }).value
}

/** Keeps the first successful answer. Callers during a failure get the error, and the next call tries again. */
export function onceAnswered<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () =>
    (answer ??= ask().catch((error: unknown) => {
      answer = undefined
      throw error
    }))
}
