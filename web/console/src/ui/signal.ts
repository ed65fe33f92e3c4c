/** A value outside of components that components follow. */
import { useEffect, useState } from 'preact/hooks'

export interface Signal<T> {
  get(): T
  set(value: T): void
  /** The value, and a new rendering whenever it changes. */
  use(): T
}

export function signal<T>(initial: T): Signal<T> {
  let value = initial
  const listeners = new Set<(value: T) => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener(next)
    },
    use() {
      const [shown, setShown] = useState(value)
      useEffect(() => {
        const listener = (next: T) => setShown(next)
        listeners.add(listener)
        return () => void listeners.delete(listener)
      }, [])
      return shown
    },
  }
}
