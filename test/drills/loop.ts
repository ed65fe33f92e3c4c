/** The largest bodies of every operation: none of them may hold the server's loop, where everybody else waits, for longer than a tenth of a second. */
import { once } from 'node:events'
import path from 'node:path'
import { operations, unpublished } from './description.ts'
import type { Drill } from './drill.ts'
import { slowness } from '../harness/slowness.ts'
import { makeGround, type Ground } from './ground.ts'
import { largeBodies } from './large-bodies.ts'
import { goodParts, sentOf } from './make-request.ts'
import { harvest, Pool } from './pool.ts'
import { randomOf } from './random.ts'
import { bearer, send, type SentRequest } from './request.ts'

export const mostHeldMs = 100
/** Garbage is collected and code is compiled in one of them, not in all. */
const tries = 3

const preload = (file: string) => `--import=${path.join(import.meta.dirname, file)}`

/** Milliseconds of the processor that one step of the server took at most since it was asked last. */
async function heldMs({ server: { child } }: Ground): Promise<number> {
  const answer = once(child, 'message') as Promise<[{ held: number }]>
  child.send('held')
  const [{ held }] = await answer
  return held
}

export const loop: Drill = async ({ seed, rounds, only, report, within }) => {
  const ground = await makeGround({ NODE_OPTIONS: `${preload('resolver.ts')} ${preload('loop-meter.ts')}` })
  try {
    const own = await ground.addWorkspace()
    const { baseUrl } = ground.server
    const migration = {
      purpose: 'migrate',
      workspace: { name: 'Moving' },
      redirectUrl: 'https://example.com/back',
    }
    await send(baseUrl, {
      method: 'POST',
      path: '/v1/connect',
      headers: { ...bearer(own.liveKey), 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(migration)),
    })
    const pool = new Pool()
    await harvest(pool, (at) => send(baseUrl, { method: 'GET', path: at, headers: bearer(own.liveKey) }))
    let keys = 0
    const measured = async (sent: SentRequest, isKeyed: boolean) => {
      // With the same key the answer of before would be given again.
      const key = isKeyed ? { 'idempotency-key': `loop-${(keys += 1)}` } : {}
      await heldMs(ground)
      const { status } = await send(baseUrl, { ...sent, headers: { ...sent.headers, ...key } })
      const held = await heldMs(ground)
      return { status, held: held > mostHeldMs ? held / slowness() : held }
    }
    const leastHeld = async (sent: SentRequest, isKeyed: boolean) => {
      let least = await measured(sent, isKeyed)
      for (let again = 1; again < tries && least.held > mostHeldMs; again += 1) {
        const next = await measured(sent, isKeyed)
        if (next.held < least.held) least = next
      }
      return least
    }
    let count = 0
    let worst = { held: 0, of: '' }
    const wanted = [...operations, ...unpublished].filter(
      ({ id, method }) => method !== 'GET' && (!only || id === only),
    )
    for (let at = 0; at < rounds && within(); at += 1) {
      for (const operation of wanted) {
        if (!within()) break
        const random = randomOf(seed, 'loop', operation.id, at)
        const choice = { random, pool }
        const { path: ids, query } = goodParts(operation, choice)
        for (const { form, text } of largeBodies(operation, choice, only === undefined ? 4 : 'all')) {
          const headers = { ...bearer(own.liveKey), 'content-type': 'application/json' }
          const sent = {
            ...sentOf(operation, { path: ids, query, body: undefined }, headers),
            body: Buffer.from(text),
          }
          count += 1
          const least = await leastHeld(sent, random.chance(0.5))
          if (least.held > worst.held) worst = { held: least.held, of: `${operation.id} (${form})` }
          if (least.held <= mostHeldMs) continue
          report.add({
            drill: 'loop',
            operation: operation.id,
            what: `held the server for ${Math.round(least.held)} ms: ${form}`,
            replay: `npm run drills -- --only loop --seed ${seed} --operation ${operation.id}`,
            answer: `${least.status}, ${sent.body.length} bytes`,
          })
        }
      }
    }
    return `${count} bodies to ${wanted.length} operations, ${Math.round(worst.held)} ms at most, by ${worst.of}`
  } finally {
    await ground.close()
  }
}
