/** Suggestions that somebody found wrong. They are remembered in this browser only: the server knows of no refusal. */
import { signal } from '../ui/signal.ts'

const kept = 'lodgewire.rejected'

function readKept(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(kept) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

export const rejected = signal<readonly string[]>(readKept())

function keep(next: readonly string[]): void {
  rejected.set(next)
  localStorage.setItem(kept, JSON.stringify(next.slice(-500)))
}

export const reject = (name: string): void => keep([...rejected.get(), name])
export const unreject = (names: readonly string[]): void =>
  keep(rejected.get().filter((name) => !names.includes(name)))
