import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import type { Connector } from '../connector.ts'
import { openBench, type Bench } from './bench.ts'
import type { VendorFacts } from './certify.ts'

/** Guests read back as written, and refused writes leave no guest. */
export function guestWriteSuite<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  const { guestWrites } = connector.operations
  if (guestWrites?.create === undefined) return
  const { create, find, update } = guestWrites
  describe('guests', { concurrency: false }, () => {
    let bench: Bench<C>
    let externalId: string
    const noor = { firstName: 'Noor', lastName: 'Haddad', email: 'noor.haddad@example.com' }
    before(async () => {
      bench = await openBench(connector, facts.start, { listings: 6, reservations: 40 })
    })
    after(() => bench.close())

    it('creates a guest', async () => {
      externalId = (await create(bench.context('guest'), noor)).externalId
      assert.ok(externalId.length > 0)
    })

    it('finds a guest it made, and no other', async () => {
      if (find === undefined) return
      const context = bench.context('guest')
      const hour = 3_600_000
      const [earlier, later] = [-hour, hour].map((ms) => new Date(context.now().getTime() + ms))
      assert.ok(earlier && later)
      assert.deepEqual(await find(context, noor, earlier), { externalId })
      assert.deepEqual(await find(context, { firstName: 'Noor', lastName: 'Haddad' }, earlier), {
        externalId,
      })
      assert.equal(await find(context, { ...noor, email: 'noor@example.com' }, earlier), null)
      assert.equal(await find(context, noor, later), null)
    })

    it('changes a guest', async () => {
      if (update === undefined) return
      const change = { lastName: 'Haddad-Klein' }
      const { applied } = await update(bench.context('guest'), { externalId, change })
      assert.deepEqual(applied, ['lastName'])
    })
  })
}
