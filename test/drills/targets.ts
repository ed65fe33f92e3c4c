/**
 * Every field of a body that takes an address, with addresses nobody may send the server to: it connects to none of them, tells
 * nothing of where a name leads, and takes no address that a browser would run.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { fieldsOf, withValue } from './body-fields.ts'
import { operations, type Operation, type Schema } from './description.ts'
import type { Drill } from './drill.ts'
import { makeGround } from './ground.ts'
import { goodParts, sentOf } from './make-request.ts'
import { harvest, Pool } from './pool.ts'
import { randomOf } from './random.ts'
import { bearer, curlLine, send, type SentRequest } from './request.ts'

const hosts = [
  'localhost',
  'LOCALHOST.',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0177.0.0.1',
  '0x7f000001',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  'loopback.drill.example',
  'loopback6.drill.example',
  'mapped.drill.example',
  'mixed.drill.example',
  'user:secret@127.0.0.1',
  'example.com@127.0.0.1',
]
/** Nobody listens there, so nothing shows but the words of the answer. */
const elsewhere = [
  '10.0.0.5',
  '169.254.169.254',
  '[fe80::1]',
  '[fd00::1]',
  'inside.drill.example',
  'metadata.drill.example',
]
const run = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'vbscript:x',
]

const isAddress = (name: string, { format }: Schema) =>
  format === 'uri' || /ur[il]s?$|^photos$|link$/i.test(name)

/** What names lead to; none of it stands in the requests that are answered with it. */
const resolvedTo = ['127.0.0.1', '::1', '::ffff:', '10.0.0.5', '169.254.169.254', '93.184.216.34']

export const targets: Drill = async ({ seed, rounds, only, report, within }) => {
  let connections = 0
  const listener = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  listener.listen(0, '::')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const ground = await makeGround({
    ROLES: 'api,worker',
  })
  try {
    const { baseUrl } = ground.server
    const own = await ground.addWorkspace()
    const keys = { LIVE_KEY: own.liveKey }
    const pool = new Pool()
    await harvest(pool, (at) => send(baseUrl, { method: 'GET', path: at, headers: bearer(own.liveKey) }))
    const addresses = [
      ...hosts.flatMap((host) => [`https://${host}:${port}/x`, `http://${host}:${port}/x`]),
      ...elsewhere.map((host) => `https://${host}/latest`),
      ...['gopher', 'ftp', 'ws'].map((scheme) => `${scheme}://127.0.0.1:${port}/x`),
      ...run,
    ]
    let count = 0
    const ask = async (operation: Operation, sent: SentRequest, address: string) => {
      count += 1
      const before = connections
      const answer = await send(baseUrl, sent)
      const found = (what: string) =>
        report.add({
          drill: 'targets',
          operation: operation.id,
          what,
          replay: `${curlLine(sent, keys)}   # npm run drills -- --only targets --seed ${seed} --operation ${operation.id}`,
          answer: `${answer.status} ${answer.text}`,
        })
      if (connections > before) found('connected to a private address')
      // Links to the server itself are no secret.
      const bare = answer.text.replaceAll(new URL(baseUrl).host, '')
      const told = resolvedTo.find((text) => !sent.body?.includes(text) && bare.includes(text))
      if (told) found(`tells the address ${told}`)
      if (run.includes(address) && answer.status < 400) found(`takes ${address.split(':')[0]}:`)
      return answer
    }
    for (const operation of operations.filter(({ id, body }) => body && (!only || id === only))) {
      for (const { way } of fieldsOf(operation.body ?? {}, isAddress)) {
        for (const [at, address] of addresses.entries()) {
          // A short round takes a part of them; every round another part.
          if (!within() || at % Math.max(1, 4 - rounds) !== seed % Math.max(1, 4 - rounds)) continue
          const random = randomOf(seed, 'targets', operation.id, way.join('.'), at)
          const parts = goodParts(operation, { random, pool })
          const query = parts.query.filter(([name]) => name !== 'dry_run')
          const body = withValue(operation.bodyExample ?? parts.body, way, address)
          const sent = sentOf(operation, { ...parts, query, body }, bearer(own.liveKey))
          const answer = await ask(operation, sent, address)
          if (answer.status < 300) await follow(operation, answer.text, address)
        }
      }
    }

    /** What was taken is made use of: everything that can be done with the record. */
    async function follow(operation: Operation, text: string, address: string): Promise<void> {
      const { id } = JSON.parse(text) as { id?: string }
      if (id === undefined) return
      for (const next of operations) {
        if (next.method !== 'POST' || !next.path.startsWith(`${operation.path}/{id}/`)) continue
        const random = randomOf(seed, 'targets', next.id, id)
        const parts = goodParts(next, { random, pool })
        await ask(next, sentOf(next, { ...parts, path: { ...parts.path, id } }, bearer(own.liveKey)), address)
      }
    }
    await ground.stop()
    if (connections > 0 && report.count === 0) {
      report.add({
        drill: 'targets',
        operation: '',
        what: 'connected to a private address later',
        replay: `--seed ${seed}`,
      })
    }
    return `${count} requests, ${connections} connections to private addresses`
  } finally {
    await ground.close()
    listener.close()
  }
}
