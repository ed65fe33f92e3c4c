import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Static, TSchema } from 'typebox'
import type { Connector, InboundRegistration, InboundRequest } from '../connector.ts'
import { inboundSecrets } from '../credentials.ts'
import { openBench, type Bench } from './bench.ts'
import type { VendorFacts } from './certify.ts'
import { present } from './walk.ts'
import { until } from './until.ts'

/** A vendor's delivery is believed only with proof, and even then only as a hint. */
export function inboundSuite<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  const { inbound } = connector.operations
  if (inbound === undefined) return
  describe('inbound webhooks', { concurrency: false }, () => {
    let bench: Bench<C>
    let receiver: Receiver
    let registration: InboundRegistration
    before(async () => {
      bench = await openBench(connector, facts.start, { listings: 4, reservations: 20 })
      receiver = await startReceiver()
      registration = await register()
    })
    after(async () => {
      await bench.close()
      await receiver.close()
    })

    const register = async (): Promise<InboundRegistration> => {
      const created = await inbound.register(bench.context('guest'), {
        url: receiver.url,
        secrets: inboundSecrets(connector, bench.simulator.credentials as Static<C>),
      })
      if (created.address !== undefined) await bench.control.webhook(created.address)
      return created
    }
    const hints = (request: InboundRequest) => inbound.receive(request, registration)
    const arrived = (entity: string, id: unknown) =>
      receiver.requests.some((request) =>
        hints(request)?.some((hint) => hint.entity === entity && hint.externalId === String(id)),
      )

    it('tells of a new booking, a change and a message', async () => {
      const booking = await bench.control.book()
      await until('the booking', () => arrived('reservations', booking.id))
      const before = receiver.requests.length
      await bench.control.change(String(booking.id), facts.amendment)
      await until('the change', () => receiver.requests.length > before)
      if (connector.operations.conversations === undefined) return
      const message = await bench.control.write({ body: 'Hello', isIncoming: true })
      await until('the message', () => arrived('conversations', message.conversationId))
    })

    it('believes no delivery without the right proof', () => {
      if (inbound.proof === 'address') return
      const header = facts.inboundProof ?? 'authorization'
      const genuine = present(receiver.requests[0])
      assert.ok(hints(genuine))
      const proof = genuine.headers[header] ?? ''
      for (const forged of [undefined, '', proof.slice(0, -4), `${proof}AAAA`, 'Basic YTpi', 'Bearer x']) {
        assert.equal(hints({ ...genuine, headers: { ...genuine.headers, [header]: forged } }), null)
      }
      assert.equal(inbound.receive(genuine, { ...registration, secrets: {} }), null)
    })

    it('gives no hint for a body it cannot read', () => {
      const genuine = present(receiver.requests[0])
      for (const body of [
        null,
        [],
        'text',
        {},
        { object: 'toString', data: {} },
        { object: 'reservation', data: {} },
      ]) {
        assert.deepEqual(hints({ ...genuine, body, rawBody: Buffer.from(JSON.stringify(body)) }) ?? [], [])
      }
    })

    it('registers again over what an interrupted try left, and unregisters twice', async () => {
      const again = await register()
      receiver.requests.length = 0
      const booking = await bench.control.book()
      const proves = (request: InboundRequest) => inbound.receive(request, again) !== null
      await until('the booking', () => receiver.requests.some(proves))
      assert.ok(receiver.requests.every(proves), `stale registration told of ${String(booking.id)}`)
      await inbound.unregister(bench.context('guest'), again)
      await inbound.unregister(bench.context('guest'), again)
    })
  })
}

interface Receiver {
  url: string
  requests: InboundRequest[]
  close(): Promise<void>
}

async function startReceiver(): Promise<Receiver> {
  const requests: InboundRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const rawBody = Buffer.concat(chunks)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join() : value,
      ]),
    )
    requests.push({ headers, rawBody, body: JSON.parse(rawBody.toString('utf8')) as unknown })
    response.writeHead(200).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
