/** Every error a route declares for itself can really happen. Runs last: it looks at what the other loops met. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { routes, type World } from './world.ts'

/**
 * Errors that need more than a request to happen, and the test that makes them happen: `<route id> <code>` → file. The
 * file has to name the code. An error that a loop meets as well has no place here.
 */
const connectStart = 'test/connect/start.test.ts'
const connectSession = 'test/connect/session.test.ts'
const webhookSurface = 'test/webhooks/surface.test.ts'
const provenElsewhere: Record<string, string> = {
  'createConnectSession provider_unavailable': connectStart,
  'connectProvider invalid_credentials': connectStart,
  'connectProvider network_error': connectStart,
  'connectProvider provider_unavailable': connectStart,
  'connectWithCredentials session_terminal': connectSession,
  'connectWithCredentials session_expired': connectSession,
  'getConnectSession not_found': connectSession,
  'getConnectSession session_expired': connectSession,
  'cancelConnectSession not_found': connectSession,
  'cancelConnectSession session_terminal': connectSession,
  'cancelConnectSession session_expired': connectSession,
  'selectConnectProvider invalid_provider': connectStart,
  'selectConnectProvider not_found': connectSession,
  'selectConnectProvider provider_unavailable': connectStart,
  'selectConnectProvider session_terminal': connectSession,
  'selectConnectProvider session_expired': connectSession,
  'listConnectListingOptions not_found': connectSession,
  'listConnectListingOptions session_terminal': connectSession,
  'listConnectListingOptions session_expired': connectSession,
  'testWebhook invalid_type': webhookSurface,
  'testWebhookAddress invalid_type': webhookSurface,
  'recoverWebhook invalid_state': webhookSurface,
  'replayWebhookDelivery replay_limit_reached': webhookSurface,
  'replayWebhookDelivery delivery_already_succeeded': webhookSurface,
  'replayWebhookDelivery invalid_state': webhookSurface,
}

const root = path.resolve(import.meta.dirname, '../..')

export function errorsLoop({ seen }: World): void {
  const declared = new Set(routes.flatMap((route) => route.errors.map((code) => `${route.id} ${code}`)))

  describe('declared errors', () => {
    it('were all met, here or in the test named for them', () => {
      const missing = [...declared].filter((pair) => !seen.has(pair) && !(pair in provenElsewhere))
      assert.deepEqual(missing, [])
    })

    it('of other tests are really there', () => {
      for (const [pair, file] of Object.entries(provenElsewhere)) {
        const [, code = ''] = pair.split(' ')
        assert.ok(declared.has(pair), `${pair} is not declared any more`)
        assert.ok(!seen.has(pair), `${pair} is met by a loop: take it off the list`)
        assert.ok(existsSync(path.join(root, file)), `${file} does not exist`)
        assert.ok(
          readFileSync(path.join(root, file), 'utf8').includes(code),
          `${file} says nothing of ${code}`,
        )
      }
    })
  })
}
