/** A value outside of components that components follow. */
import { useLayoutEffect, useState } from 'preact/hooks'

export interface Signal<T> {
  get(): T
  set(value: T): void
  /** The value, and a new rendering whenever it changes. */
  use(): T
}

export function signal<T>(initial: T): Signal<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    use() {
      const [shown, setShown] = useState(() => value)
      useLayoutEffect(() => {
        const show = () => setShown(() => value)
        listeners.add(show)
        // Somebody may have written into the field that was drawn before anybody listened.
        show()
        return () => void listeners.delete(show)
      }, [])
      return shown
    },
  }
}
