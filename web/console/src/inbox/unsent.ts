/**
 * Answers that were begun or could not be sent. This browser keeps them for the member who wrote them, until they are sent or
 * somebody signs out.
 */
import { signal } from '../ui/signal.ts'

export interface MessageFile {
  url: string
  name: string
  /** Where it lies here, if it was uploaded; it can be removed after the channel has it. */
  path: string | null
}

/** Why it was not sent. */
interface SendFailure {
  message: string
  fix: string | null
  /** Nobody knows whether it arrived. */
  isUnsure: boolean
  at: string
}

export interface UnsentAnswer {
  words: string
  files: readonly MessageFile[]
  failure: SendFailure | null
}

export const emptyAnswer: UnsentAnswer = { words: '', files: [], failure: null }

const kept = 'lodgewire.unsent'

type UnsentAnswers = Readonly<Record<string, UnsentAnswer>>

function readKept(): UnsentAnswers {
  try {
    return (JSON.parse(localStorage.getItem(kept) ?? '{}') ?? {}) as UnsentAnswers
  } catch {
    return {}
  }
}

const answers = signal<UnsentAnswers>(readKept())

const nameOf = (owner: string, conversationId: string) => `${owner}/${conversationId}`

export const useUnsentAnswers = (): UnsentAnswers => answers.use()

export const unsentAnswerIn = (all: UnsentAnswers, owner: string, id: string): UnsentAnswer =>
  all[nameOf(owner, id)] ?? emptyAnswer

/** What stands there now, whatever a screen has drawn. */
export const unsentAnswerNow = (owner: string, id: string): UnsentAnswer =>
  unsentAnswerIn(answers.get(), owner, id)

export function keepUnsent(owner: string, id: string, answer: UnsentAnswer): void {
  const { [nameOf(owner, id)]: _, ...others } = answers.get()
  const isEmpty = answer.words === '' && answer.files.length === 0
  const next = isEmpty ? others : { ...others, [nameOf(owner, id)]: answer }
  answers.set(next)
  localStorage.setItem(kept, JSON.stringify(next))
}

export function forgetUnsent(): void {
  answers.set({})
  localStorage.removeItem(kept)
}
