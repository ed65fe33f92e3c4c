/**
 * What holds for every route, tried on every route: a new one is covered as soon as it stands in src/features/routes.ts.
 * The loops share one application, because the last of them looks at all the errors the others met.
 */
import { after } from 'node:test'
import { foreignIdLoop, keyLoop, sandboxLoop } from './access-loop.ts'
import { errorsLoop } from './errors-loop.ts'
import { inactiveLoop } from './inactive-loop.ts'
import { requestLoop } from './request-loop.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
after(() => world.t.close())

keyLoop(world)
foreignIdLoop(world)
sandboxLoop(world)
inactiveLoop(world)
requestLoop(world)
errorsLoop(world)
