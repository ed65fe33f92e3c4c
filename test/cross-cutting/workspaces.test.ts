/** Tries `X-Workspace-Id` on every route. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { bodyWith, assertEnvelope, keyed, liveReads, makeWorld, ofSessions, recordParams } from './world.ts'

const world = await makeWorld()
const { t, ask, own, child, foreign } = world
after(() => t.close())

const as = (workspaceId: string, key = t.liveKey) => ({ key, headers: { 'x-workspace-id': workspaceId } })

describe('X-Workspace-Id', () => {
  for (const route of keyed) {
    it(`${route.id} answers 404 for a workspace that is not the caller's to address`, async () => {
      const twin = route.sandboxOnly ? own.id : own.sandbox.workspaceId
      const others = [foreign.id, twin, child.sandbox.workspaceId, '123456789']
      const malformed = [
        'abc',
        '0',
        '-1',
        '1e3',
        '1.5',
        '99999999999999999999',
        `${child.id} `.padEnd(300, 'x'),
      ]
      for (const id of [...others, ...malformed]) {
        const call = {
          ...as(id, route.sandboxOnly ? t.sandboxKey : t.liveKey),
          body: bodyWith(route, own.active),
        }
        const error = assertEnvelope(await ask(route, { call }), 404, 'not_found', `${route.id} as ${id}`)
        assert.equal(error['field'], 'X-Workspace-Id')
      }
    })

    if (route.method !== 'GET' || route.sandboxOnly || [...liveReads, ...ofSessions].includes(route.id))
      continue
    it(`${route.id} answers for a child as the child's own key would`, async () => {
      const through = await ask(route, { records: child.active, call: as(child.id) })
      const direct = await ask(route, { records: child.active, call: { key: child.liveKey } })
      assert.equal(through.status, 200, through.text)
      assert.deepEqual(withoutCursor(through.text), withoutCursor(direct.text))
    })

    if (recordParams(route).length > 0) {
      it(`${route.id} keeps the records of parent and child apart`, async () => {
        assert.equal((await ask(route, { records: own.active, call: as(child.id) })).status, 404)
        assert.equal((await ask(route, { records: child.active })).status, 404)
      })
    }

    it(`${route.id} takes the caller's own id as if it were left out`, async () => {
      const named = await ask(route, { call: as(t.workspace.id) })
      assert.deepEqual(withoutCursor(named.text), withoutCursor((await ask(route)).text))
    })

    it(`${route.id} does not open the parent to a child`, async () => {
      const answer = await ask(route, { call: as(t.workspace.id, child.liveKey) })
      assertEnvelope(answer, 404, 'not_found', route.id)
    })
  }
})

const withoutCursor = (text: string) => text.replaceAll(/"nextCursor":"[^"]*"/g, '"nextCursor":"…"')
