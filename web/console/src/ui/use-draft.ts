/** Keeps what somebody writes until it is sent, and offers it again when a session ended meanwhile. */
import { useLayoutEffect, useState } from 'preact/hooks'
import { useMember } from '../session.tsx'
import { keepDraft, readDraft, removeDraft, type KeptDraft } from './kept-drafts.ts'

/** Texts of one member in one workspace; nobody else is shown them. */
export function useDraftOwner(): string {
  const { id, workspace } = useMember()
  return `${id}/${workspace.id}`
}

interface DraftedForm<T> {
  value: T
  /** Nothing was written yet, so there is nothing to keep. */
  isUntouched: boolean
  restore: (value: T) => void
}

export interface Draft {
  /** When the text was written that is offered; null where there is none. */
  offeredAt: string | null
  take: () => void
  discard: () => void
  /** To be called once it is sent. */
  forget: () => void
}

export function useDraft<T>(thing: string, { value, isUntouched, restore }: DraftedForm<T>): Draft {
  const name = `${useDraftOwner()}/${thing}`
  const [offered, setOffered] = useState<KeptDraft<T> | null>(() => readDraft<T>(name))
  // The screen may be gone before the browser paints, when a session ends.
  useLayoutEffect(() => {
    if (!isUntouched) keepDraft(name, value)
    else if (offered === null) removeDraft(name)
  }, [name, isUntouched, JSON.stringify(value)])
  const discard = () => {
    setOffered(null)
    if (isUntouched) removeDraft(name)
  }
  return {
    offeredAt: offered?.at ?? null,
    take() {
      if (offered !== null) restore(offered.value)
      setOffered(null)
    },
    discard,
    forget: () => removeDraft(name),
  }
}
