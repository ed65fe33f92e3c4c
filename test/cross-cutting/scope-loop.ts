/** With the right scope a request gets as far as its parameters; without it the key is refused first. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { buildOpenApi } from '../../scripts/generate-openapi.ts'
import { keyScopes, type KeyScope } from '../../src/contract/key-scopes.ts'
import { neededScope } from '../../src/http/key-rights.ts'
import { hashApiKey } from '../../src/platform/crypto.ts'
import { routes } from '../../src/features/routes.ts'
import { assertEnvelope, type World } from './world.ts'

/** Every route is tried, even one that always refuses. */
const keyed = routes.filter(({ auth }) => auth !== 'none')
const fewest = 230

export function scopeLoop({ t, ask }: World): void {
  const keys = new Map<string, string>()
  const keyWith = async (scopes: readonly KeyScope[], mode: 'live' | 'sandbox'): Promise<string> => {
    const name = `${mode} ${scopes.join()}`
    const made =
      keys.get(name) ?? `sk_${mode === 'live' ? 'live' : 'test'}_${randomBytes(20).toString('hex')}`
    if (!keys.has(name)) {
      await sql`insert into api_keys (workspace_id, mode, prefix, hash, scopes)
        values (${t.workspace[mode].workspaceId}, ${mode}, 'sk_', ${hashApiKey(made)}, ${scopes}::text[])`.execute(
        t.db,
      )
      keys.set(name, made)
    }
    return made
  }

  describe('scopes', () => {
    let published: Map<string, unknown>
    before(async () => {
      const { paths } = await buildOpenApi()
      published = new Map(
        Object.values(paths)
          .flatMap((path) => Object.values(path))
          .map((operation) => [operation.operationId, operation['x-key-scope']]),
      )
    })

    it('are asked for by every operation that is published with one, and by no other', () => {
      const named = [...published].flatMap(([id, scope]) => (scope === undefined ? [] : [id]))
      assert.deepEqual(named.toSorted(), keyed.map(({ id }) => id).toSorted())
      assert.ok(keyed.length >= fewest, `only ${keyed.length}`)
    })

    for (const route of keyed) {
      const mode = route.sandboxOnly ? ('sandbox' as const) : ('live' as const)
      // An unknown parameter keeps the request from doing anything.
      const as = (key: string) => ask(route, { call: { key }, query: { surprise: '1' } })

      it(`${route.id} asks for one scope, which its description names`, () => {
        const needed = neededScope(route)
        assert.ok(needed !== null && keyScopes.includes(needed), `${route.id} needs ${String(needed)}`)
        assert.equal(published.get(route.id), needed)
      })

      it(`${route.id} is there with its scope alone, and with that of every family`, async () => {
        const needed = neededScope(route) as KeyScope
        const every = needed.endsWith(':write') ? ('*:write' as const) : ('*:read' as const)
        for (const scope of [needed, every]) {
          assertEnvelope(
            await as(await keyWith([scope], mode)),
            400,
            'unknown_params',
            `${route.id} ${scope}`,
          )
        }
      })

      it(`${route.id} is refused with every other scope`, async () => {
        const needed = neededScope(route) as KeyScope
        const every = needed.endsWith(':write') ? '*:write' : '*:read'
        const others = keyScopes.filter((scope) => scope !== needed && scope !== every)
        const scopes = others.filter(
          (scope) => scope.startsWith('*') || scope.split(':')[0] === needed.split(':')[0],
        )
        for (const given of [
          ...scopes.map((scope) => [scope]),
          others.filter((scope) => !scope.startsWith('*')),
        ]) {
          const about = `${route.id} ${given.join()}`
          const error = assertEnvelope(await as(await keyWith(given, mode)), 403, 'forbidden', about)
          assert.deepEqual([error['needed_scope'], error['key_scopes']], [needed, given])
        }
      })
    }
  })
}
