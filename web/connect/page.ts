/** What every step is given. */
import type { ConnectApi, Problem } from './api.ts'
import type { Session } from './session.ts'
import type { Words } from './text.ts'

export interface Page {
  api: ConnectApi
  words: Words
  /** The host the person goes back to, or words for it. */
  host: string
  /** How many steps there are, and which one this is. */
  step(n: 'pick' | 'form' | 'import', session: Session): string
  /** Shows what the session says now; null when it could not be read. */
  refresh(): Promise<Session | null>
  /** Where the account is connected: a form, or the way to the provider's own page. */
  showForm(session: Session, provider: string, problem?: Problem): void
  showPicker(session: Session): void
}
