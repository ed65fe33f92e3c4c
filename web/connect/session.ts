/** What the page reads of its connect session. */
import type { ConnectSessionView } from '../../src/contract/connect-session.ts'

export type Session = ConnectSessionView
/** What going back to the app takes. */
export type Ended = Pick<
  Session,
  'status' | 'provider' | 'connection' | 'error' | 'workspaceId' | 'state' | 'returnUrl'
>
export type Provider = Session['providers'][number]
/** What the provider's page can be asked to allow. */
export type Consent = NonNullable<Provider['consent']>
export type FormField = Provider['form'][number]
export type Import = NonNullable<Session['import']>
export type ImportEntity = Import['entities'][number]
