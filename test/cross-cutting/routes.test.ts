/**
 * What holds for every route, tried on every route: a new one is covered as soon as it stands in src/features/routes.ts.
 * The loops share one application, because the last of them looks at all the errors the others met.
 */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startSimulator } from '../../simulators/index.ts'
import { foreignIdLoop, keyLoop, sandboxLoop } from './access-loop.ts'
import { errorsLoop } from './errors-loop.ts'
import { inactiveLoop } from './inactive-loop.ts'
import { requestLoop } from './request-loop.ts'
import { scenarios } from './scenarios.ts'
import { keyed, makeWorld } from './world.ts'

const simulator = await startSimulator('hostaway', { rateLimit: 'off', listings: 1, reservations: 0 })
const world = await makeWorld({ VENDOR_BASE_URLS: `hostaway=${simulator.url}` })
after(async () => {
  await world.t.close()
  await simulator.close()
})

keyLoop(world)
foreignIdLoop(world)
sandboxLoop(world)
inactiveLoop(world)
requestLoop(world)

it('has a suite for Idempotency-Key as soon as an operation takes one', () => {
  // The suite belongs here as a loop of its own, over the routes with the flag `write`.
  assert.deepEqual(
    keyed.filter(({ write }) => write).map(({ id }) => id),
    [],
  )
})

scenarios(world, simulator)
errorsLoop(world)
