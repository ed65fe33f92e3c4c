/** Helper processes of the webhook benchmark: `receiver`, `worker <url> <key ring>` or `bare`. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { startDeliveries } from '../src/features/webhooks/delivery/worker.ts'
import { createAuditTrail } from '../src/platform/audit-trail.ts'
import { systemClock } from '../src/platform/clock.ts'
import { loadConfig } from '../src/platform/config.ts'
import { createVault } from '../src/platform/crypto.ts'
import { createDatabase } from '../src/platform/db.ts'
import { createLog } from '../src/platform/log.ts'

const [kind = '', url = '', keyRing = ''] = process.argv.slice(2)
const send = (message: object) => void process.send?.(message)

/** Milliseconds that are comparable among processes of this machine. */
const clock = () => performance.timeOrigin + performance.now()

/** Counts arrivals; after `{ expect }` it reports when that many came, and the time since the first. */
async function receiver(): Promise<void> {
  let times: number[] = []
  let numbers: number[] = []
  let expected = Number.POSITIVE_INFINITY
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      times.push(clock())
      const [, number] = /"number":(\d+)/.exec(Buffer.concat(chunks).toString('latin1')) ?? []
      numbers.push(Number(number))
      response.writeHead(204).end()
      if (times.length === expected) send({ times, numbers })
    })
  })
  process.on('message', (message: { expect: number }) => {
    times = []
    numbers = []
    expected = message.expect
    send({ counting: true })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  send({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

function worker(): void {
  const log = createLog({ level: 'error' })
  const { kysely: db, pool } = createDatabase(url, { log, max: 10 })
  const config = loadConfig({ ALLOW_PRIVATE_TARGETS: 'true' }, null)
  const audit = createAuditTrail({ db, clock: systemClock, log })
  startDeliveries({ db, pool, clock: systemClock, config, vault: createVault(keyRing), log, audit })
  send({ ready: true })
}

/** Sends the same bodies to the same address, as many at once as the worker may, and nothing else. */
function bare(): void {
  const agent = new Agent()
  process.on(
    'message',
    async (message: { bodies: string[]; target: string; atOnce: number; count: number }) => {
      const { bodies, target, atOnce, count } = message
      let next = 0
      const one = async () => {
        while (next < count) {
          const body = bodies[next++ % bodies.length] ?? ''
          const answer = await request(target, {
            dispatcher: agent,
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
          await answer.body.dump()
        }
      }
      await Promise.all(Array.from({ length: atOnce }, one))
      send({ done: true })
    },
  )
  send({ ready: true })
}

const parts: Record<string, () => Promise<void> | void> = { receiver, worker, bare }
await parts[kind]?.()
process.on('disconnect', () => process.exit(0))
