/** A key's scopes allow reading or writing, by family of resources. */
import { Type } from 'typebox'

/** Each route belongs to one family; a scope is `<family>:read` or `<family>:write`. */
export const keyFamilies = {
  listings: 'Listings and rooms, their content, photos and markups, here and on channels.',
  calendar: 'Nights: availability, prices, minimum stays, and how they stand on channels.',
  markets: 'Cities: what others there ask and sell.',
  reservations: 'Bookings, requests, alterations and quotes.',
  guests: 'The people who book.',
  conversations: 'Threads and messages.',
  inquiries: 'Inquiries, pre-approvals and special offers.',
  reviews: 'Reviews and what is answered to them.',
  ai: 'Asking the language model, and what it used.',
  payouts: 'What channels paid.',
  connections: 'Accounts at PMSs and channels: connecting, mapping, synchronisation, disconnecting.',
  migrations: 'Moving property managers over: import, export, cutover.',
  webhooks: 'Webhooks and their deliveries, whatever the events tell.',
  events: 'The event log, whatever the events tell.',
  usage: 'Requests so far, limits and plans.',
  billing: 'The subscription that pays for the plan.',
  requests: 'What became of single requests.',
  audit: 'Who changed what.',
  plans: 'Planned writes, and confirming them.',
  keys: 'API keys.',
  members: 'The people of the workspace.',
  sessions: 'Who is signed in, and signing out.',
  kv: 'The key-value store.',
  schemas: 'Response schemas of your own.',
  health: 'Health of the parts of the server.',
  sandbox: 'Filling and emptying the sandbox.',
} as const

export type KeyFamily = keyof typeof keyFamilies
type KeyAccess = 'read' | 'write'
/** For example `reservations:read`; `*` stands for every family. */
export type KeyScope = `${KeyFamily | '*'}:${KeyAccess}`

export const keyFamilyNames = Object.keys(keyFamilies) as KeyFamily[]

export const keyScopes: readonly KeyScope[] = (['*', ...keyFamilyNames] as const).flatMap((family) => [
  `${family}:read` as const,
  `${family}:write` as const,
])

export const KeyScope = Type.Unsafe<KeyScope>({
  type: 'string',
  enum: [...keyScopes],
  description:
    'What a key may do: `<family>:read` or `<family>:write`, with `*` for every family. Writing does not include reading.',
  examples: ['reservations:read'],
})
