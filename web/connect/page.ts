/** What every step is given. */
import type { Child } from './dom.ts'
import type { ConnectApi, Problem } from './api.ts'
import type { Provider, Session } from './session.ts'
import type { Words } from './text.ts'

export type Step = 'pick' | 'form' | 'rooms' | 'import'

export interface Page {
  api: ConnectApi
  words: Words
  /** The host the person goes back to, or words for it. */
  host: string
  /** How many steps there are, and which one this is; `provider`: the one that is connected, where the session does not say. */
  step(n: Step, session: Session, provider?: Provider): string
  /** Who asks for the account, where the app said how it is to be shown. */
  banner(session: Session, provider?: Provider): Child
  /** Shows what the session says now; null when it could not be read. */
  refresh(): Promise<Session | null>
  /** Where the account is connected: a form, or the way to the provider's own page. */
  showForm(session: Session, provider: string, problem?: Problem): void
  showPicker(session: Session): void
}
