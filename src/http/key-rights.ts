/** Decides whether a key may make a request. Pure. */
import type { KeyScope } from '../contract/key-scopes.ts'
import { takesKey } from './idempotency-rules.ts'
import { fail, type Principal, type Route } from './route.ts'
import { ownCommand } from '../platform/own-command.ts'

type ScopedRoute = Pick<Route<never>, 'family' | 'method' | 'write' | 'anyScope'>

/** Returns the scope that a route needs; null when it needs no key. */
export function neededScope({ family, method, write }: ScopedRoute): KeyScope | null {
  if (family === undefined) return null
  return `${family}:${(write ?? method !== 'GET') ? 'write' : 'read'}`
}

/** `scopes` null means all scopes. */
export function allows(scopes: readonly KeyScope[] | null, needed: KeyScope): boolean {
  if (scopes === null) return true
  const access = needed.endsWith(':write') ? 'write' : 'read'
  return scopes.includes(needed) || scopes.includes(`*:${access}`)
}

export function assertScope(
  route: ScopedRoute,
  { scopes, memberId }: Pick<Principal, 'scopes' | 'memberId'>,
): void {
  if (scopes === null || route.anyScope) return
  const needed = neededScope(route)
  if (needed !== null && allows(scopes, needed)) return
  fail(
    'forbidden',
    `This ${memberId === null ? 'key' : 'session'} may not do this: it needs the scope \`${String(needed)}\`.`,
    { needed_scope: needed, key_scopes: scopes },
    {
      fix:
        memberId === null
          ? `Use a key with the scope \`${String(needed)}\`; \`${ownCommand} keys create\` makes one.`
          : 'Have an owner of the workspace give you a wider role, or do it.',
    },
  )
}

/** A key for agents writes by confirmed plans alone. */
export function assertPlanned(
  route: Pick<Route<never>, 'method' | 'write' | 'auth' | 'ofPlans'>,
  { agentLimits }: Pick<Principal, 'agentLimits'>,
): void {
  if (agentLimits === null || route.ofPlans || !takesKey(route)) return
  fail('plan_required', 'This key is for agents: it writes by confirmed plans alone.')
}
