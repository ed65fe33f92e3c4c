/** A Vrbo account over its API on the real server. */
import assert from 'node:assert/strict'
import { startVendorWorld, type VendorWorld, type VendorWorldOptions } from '../bookings/vendor-world.ts'
import type { TestAnswer } from '../harness/app.ts'

export type VrboRow = Record<string, unknown>

export interface VrboWorld extends VendorWorld {
  list(path: string): Promise<VrboRow[]>
  /** Does something in the account at Vrbo. */
  control(path: string, body: object): Promise<VrboRow>
  /** A booking made there, as it is here. */
  booked(fields?: object): Promise<{ there: VrboRow; here: VrboRow }>
}

export async function startVrboWorld(listings = 2, first?: VendorWorldOptions['first']): Promise<VrboWorld> {
  const world = await startVendorWorld('vrbo', {
    ...{ listings, writePolicy: {} },
    ...(first ? { first } : {}),
  })
  const list: VrboWorld['list'] = async (path) => {
    const answer = await world.app.get(path)
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as { data: VrboRow[] }).data
  }
  const control: VrboWorld['control'] = async (path, body) => {
    const answer = await fetch(world.simulator.control + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.ok(answer.ok, await answer.clone().text())
    return (await answer.json()) as VrboRow
  }
  return Object.defineProperties(Object.create(world) as VrboWorld, {
    list: { value: list },
    control: { value: control },
    booked: {
      value: async (fields: object = {}) => {
        const there = await control('/reservations', fields)
        await world.pass(600)
        const here = (await list('/v1/reservations?limit=100')).find(
          ({ confirmationCode }) => confirmationCode === there['referenceNumber'],
        )
        assert.ok(here, 'the booking is not here')
        return { there, here }
      },
    },
  })
}

export const codeIn = (answer: TestAnswer) =>
  (JSON.parse(answer.text) as { error: { code: string } }).error.code
