/** Every role on every route: a session comes as far as its role, and no further; the reach of each is a part of the one before. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { memberRoles, roleScopes, type MemberRole } from '../../src/contract/member-roles.ts'
import { allows, neededScope } from '../../src/http/key-rights.ts'
import { assertEnvelope, keyed, makeWorld } from '../cross-cutting/world.ts'
import { peopleOf } from './people.ts'

const { t, ask } = await makeWorld()
after(() => t.close())

const people = peopleOf(t)
const tokens = { live: {}, sandbox: {} } as Record<'live' | 'sandbox', Record<MemberRole, string>>
for (const role of memberRoles) {
  tokens.live[role] = (await people.join(`${role}@example.com`, role)).token
  tokens.sandbox[role] = (await people.join(`${role}@example.com`, role, { key: t.sandboxKey })).token
}

/** Said here once more, by what people would say of it. */
function mayDo(role: MemberRole, needed: string): boolean {
  const [family = '', access] = needed.split(':')
  if (role === 'owner' || access === 'read' || needed === 'sessions:write') return true
  return role === 'manager' && !['keys', 'members', 'audit', 'usage', 'billing'].includes(family)
}

describe('every role on every route', () => {
  for (const route of keyed) {
    const needed = neededScope(route)
    for (const role of memberRoles) {
      const may = mayDo(role, String(needed))
      it(`${role} ${may ? 'may' : 'may not'} ${route.id}`, async () => {
        const key = tokens[route.sandboxOnly ? 'sandbox' : 'live'][role]
        // A parameter that does not exist keeps the request from doing anything.
        const answer = await ask(route, { call: { key }, query: { surprise: '1' } })
        if (may) return void assertEnvelope(answer, 400, 'unknown_params', route.id)
        const error = assertEnvelope(answer, 403, 'forbidden', route.id)
        assert.deepEqual([error['needed_scope'], error['key_scopes']], [needed, roleScopes[role]])
      })
    }
  }

  it('each role may what the next one may', () => {
    for (const [place, role] of memberRoles.entries()) {
      const narrower = memberRoles[place + 1]
      for (const scope of (narrower && roleScopes[narrower]) ?? [])
        assert.ok(allows(roleScopes[role], scope), scope)
    }
  })
})
