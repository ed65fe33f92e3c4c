/** What agents may be given, in the words of keys. Pure. */
import type { PlanKind } from '../../../contract/agent-limits.ts'
import type { KeyFamily, KeyScope } from '../../../contract/key-scopes.ts'

/** What the tools read. Keys, members and payouts are none of an agent's business. */
const families = [
  'listings',
  'calendar',
  'markets',
  'reservations',
  'guests',
  'conversations',
  'inquiries',
  'reviews',
  'connections',
  'migrations',
  'usage',
  'requests',
  'plans',
] as const satisfies readonly KeyFamily[]

export const planScope = 'plans:write' satisfies KeyScope

export const agentReadScopes: readonly KeyScope[] = families.map((family): KeyScope => `${family}:read`)
/** Writing stands for planning: the member says which kinds of plans, and how many. */
export const agentScopes: readonly KeyScope[] = [...agentReadScopes, planScope]

const scopeOfKind: Readonly<Record<PlanKind, KeyScope>> = {
  booking: 'reservations:write',
  change: 'reservations:write',
  cancellation: 'reservations:write',
  prices: 'calendar:write',
  closure: 'calendar:write',
  message: 'conversations:write',
}

/** Plans carry out operations with the agent's own scopes, so those come along. */
export const writeScopesOf = (kinds: readonly PlanKind[]): KeyScope[] => [
  ...new Set<KeyScope>([planScope, ...kinds.map((kind) => scopeOfKind[kind])]),
]
