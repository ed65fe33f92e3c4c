/**
 * Rules that hold for every route in src/features/routes.ts, so new ones are covered at once. The loops share one
 * application, since the last reads the errors the others met.
 */
import { after } from 'node:test'
import { startSimulator } from '../../simulators/index.ts'
import { foreignIdLoop, keyLoop, sandboxLoop } from './access-loop.ts'
import { errorsLoop } from './errors-loop.ts'
import { inactiveLoop } from './inactive-loop.ts'
import { requestLoop } from './request-loop.ts'
import { scenarios } from './scenarios.ts'
import { scopeLoop } from './scope-loop.ts'
import { tagsLoop } from './tags-loop.ts'
import { makeWorld } from './world.ts'

const simulator = await startSimulator('hostaway', { rateLimit: 'off', listings: 1, reservations: 0 })
const world = await makeWorld({ VENDOR_BASE_URLS: `hostaway=${simulator.url}` })
after(async () => {
  await world.t.close()
  await simulator.close()
})

keyLoop(world)
scopeLoop(world)
foreignIdLoop(world)
sandboxLoop(world)
inactiveLoop(world)
requestLoop(world)
tagsLoop(world)

scenarios(world, simulator)
errorsLoop(world)
