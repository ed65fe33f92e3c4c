/** What a booking costs at the vendor: the calls are counted by the simulator, which is asked through the real server. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestAnswer } from '../harness/app.ts'
import { byPath, vendorCallsOf, type VendorCall } from '../harness/vendor-calls.ts'
import { startVendorWorld, type VendorWorld } from './vendor-world.ts'

interface Costs {
  vendor: string
  /** The most calls of a booking in a process that knows nothing of the account yet, and of the next one. */
  cold: number
  warm: number
  /** With a price of its own, cold. */
  ownPrice: number
  /** What calls are for, by the end of their path. */
  purposes: [path: string, purpose: string][]
}

const costs: Costs[] = [
  {
    vendor: 'mews',
    cold: 14,
    warm: 9,
    ownPrice: 15,
    purposes: [
      ['configuration/get', 'settings: currency, time zone, whether prices include taxes'],
      ['services/getAll', 'settings: what is booked by the night'],
      ['resourceCategories/getAll', 'settings: the service of the room type'],
      ['ageCategories/getAll', 'settings: how guests are counted'],
      ['rates/getAll', 'settings: the rate that everybody may book'],
      [
        'services/getAvailability',
        'whether the nights are free: for the quote, and again right before the booking',
      ],
      ['restrictions/getAll', 'whether the stay is allowed'],
      ['rates/getPricing', 'the taxes in the price of a night'],
      ['reservations/price', 'the price of the stay'],
      ['customers/add', 'the profile of the guest'],
      ['reservations/add', 'the booking'],
      ['reservations/getAll/2023-06-06', 'the booking as the hotel holds it'],
      ['orderItems/getAll', 'its amounts'],
      ['customers/getAll', 'its guest'],
    ],
  },
  {
    vendor: 'hostaway',
    cold: 3,
    warm: 3,
    ownPrice: 1,
    purposes: [
      ['/calendar', 'whether the nights are free'],
      ['/calendar/priceDetails', 'the price of the stay'],
      ['/v1/reservations', 'the booking; the answer tells the whole of it'],
    ],
  },
]

for (const { vendor, cold, warm, ownPrice, purposes } of costs) {
  describe(`a booking in ${vendor}`, () => {
    let world: VendorWorld
    let guests = 0
    before(async () => {
      world = await startVendorWorld(vendor)
      // What workers read afterwards is no cost of the request.
      await world.pause()
    })
    after(() => world.close())

    const book = (body: object = {}): Promise<{ value: TestAnswer; calls: VendorCall[] }> =>
      vendorCallsOf(world.simulator, () => {
        const { listingId, checkIn, checkOut } = world.slot()
        guests += 1
        const guest = { firstName: 'Ada', lastName: `Number${guests}`, email: `ada${guests}@example.com` }
        return world.send('POST', '/v1/reservations', {
          listingId,
          checkIn,
          checkOut,
          adults: 2,
          guest,
          ...body,
        })
      })

    const purposeOf = ({ path }: VendorCall) => purposes.find(([end]) => path.endsWith(end))?.[1]

    function assertCosts({ value, calls }: Awaited<ReturnType<typeof book>>, most: number): void {
      assert.equal(value.status, 201, value.text)
      assert.ok(calls.length <= most, `${calls.length} calls, at most ${most}:\n${byPath(calls).join('\n')}`)
      assert.deepEqual(
        calls.filter((call) => purposeOf(call) === undefined),
        [],
        'calls nobody has a reason for',
      )
    }

    it(`costs at most ${cold} calls in a process that was just started`, async () => {
      await world.app.forgetClients()
      assertCosts(await book(), cold)
    })

    it(`and ${warm} where the account was asked before`, async () => {
      assertCosts(await book(), warm)
      assert.equal(world.app.services.clients.size(), 1)
    })

    it(`costs at most ${ownPrice} calls with a price of its own`, async () => {
      await world.app.forgetClients()
      assertCosts(await book({ totalPrice: 500 }), ownPrice)
    })

    it('asks whether the nights are free each time, however much is remembered', async () => {
      const [first, second] = [await book(), await book()]
      const free = ({ calls }: { calls: VendorCall[] }) =>
        calls.filter(({ path }) => /getAvailability$|calendar$/.test(path)).length
      assert.ok(free(first) > 0)
      assert.equal(free(second), free(first))
      const price = ({ calls }: { calls: VendorCall[] }) =>
        calls.filter(({ path }) => /price(Details)?$/.test(path)).length
      assert.deepEqual([price(first), price(second)], [1, 1])
    })
  })
}
