/** Drafts of this window, by member and thing. They outlive a session that ends while somebody writes. */

export interface KeptDraft<T> {
  value: T
  at: string
}

const kept = 'lodgewire.drafts'

function readAll(): Record<string, KeptDraft<unknown>> {
  try {
    return (JSON.parse(sessionStorage.getItem(kept) ?? '{}') ?? {}) as Record<string, KeptDraft<unknown>>
  } catch {
    return {}
  }
}

export const readDraft = <T>(name: string): KeptDraft<T> | null =>
  (readAll()[name] as KeptDraft<T> | undefined) ?? null

export function keepDraft(name: string, value: unknown): void {
  const draft = { value, at: new Date().toISOString() }
  sessionStorage.setItem(kept, JSON.stringify({ ...readAll(), [name]: draft }))
}

export function removeDraft(name: string): void {
  const { [name]: _, ...others } = readAll()
  sessionStorage.setItem(kept, JSON.stringify(others))
}

export const forgetDrafts = (): void => sessionStorage.removeItem(kept)
