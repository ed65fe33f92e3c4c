/** Made when it is first asked for, and kept: what only some requests need does not hold up the start. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Asked for once, and kept when it was answered: whoever asks while nobody can say it is refused, and the next one asks again. */
export function onceAnswered<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  return () =>
    (known ??= ask().catch((error: unknown) => {
      known = undefined
      throw error
    }))
}
