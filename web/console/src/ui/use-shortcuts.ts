/** Single keys that do something on a screen; they can be turned off, and never work while somebody types. */
import { useEffect, useRef } from 'preact/hooks'
import { signal } from './signal.ts'

const kept = 'lodgewire.shortcuts'
const areOn = signal(localStorage.getItem(kept) !== 'off')

export const useShortcutsOn = (): boolean => areOn.use()

export function turnShortcuts(on: boolean): void {
  localStorage.setItem(kept, on ? 'on' : 'off')
  areOn.set(on)
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select') !== null)

const isFree = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !isTyping(event.target) &&
  document.querySelector('dialog[open]') === null

/** The key of each action is the character that it writes. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = areOn.get() && isFree(event) ? latest.current[event.key] : undefined
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
