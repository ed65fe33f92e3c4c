/** Servers that die in the middle of a write. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { until } from '../harness/until.ts'
import { startServers, type Servers } from './processes.ts'
import { things } from './things.ts'

const leaseMs = 1_500

describe('a server that is killed during a write', () => {
  let servers: Servers
  let survivor: { url: string }
  before(async () => {
    servers = await startServers()
    survivor = await servers.start({ leaseMs })
  })
  after(() => servers.close())

  async function dieAt(lastStep: string) {
    const [key, name] = [randomUUID(), randomUUID()]
    const doomed = await servers.start({ leaseMs, lastStep })
    assert.equal(await servers.send(doomed, key, name), null)
    assert.equal(await doomed.child.ended, 'SIGKILL')
    const send = async () => (await servers.send(survivor, key, name)) ?? assert.fail('no answer')
    return { name, send }
  }

  for (const step of ['before', 'inside']) {
    it(`${step} the transaction: another carries it out once the lease is over`, async () => {
      const { name, send } = await dieAt(step)
      assert.equal(await things(servers.db, name), 0)
      const answer = await until('the end of the lease', async () => {
        const found = await send()
        assert.ok(found.status === 201 || found.text.includes('idempotency_key_in_use'), found.text)
        return found.status === 201 ? found : undefined
      })
      assert.ok(!answer.cached)
      const again = await send()
      assert.ok(again.cached && again.text === answer.text)
      assert.equal(await things(servers.db, name), 1)
    })
  }

  it('after the commit: the answer that nobody got is there at once', async () => {
    const { name, send } = await dieAt('after')
    assert.equal(await things(servers.db, name), 1)
    const answer = await send()
    assert.equal(answer.status, 201)
    assert.ok(answer.cached)
    assert.equal((JSON.parse(answer.text) as { name: string }).name, name)
    assert.equal(await things(servers.db, name), 1)
  })
})
