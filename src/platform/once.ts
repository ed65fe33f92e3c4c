/** Made when it is first asked for, and kept: what only some requests need does not hold up the start. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
