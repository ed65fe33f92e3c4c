/** What is to be said of a vendor before its rows can be spoiled. */

import assert from 'node:assert/strict'
import type { Bench } from '../../src/connector-kit/testing/bench.ts'

/** The parts of a bench that make things happen at the vendor. */
export type VendorSide = Pick<Bench<never>, 'control' | 'simulator'>

export interface RowPlaces {
  /** Places that belong to no record: counts, cursors, the lists themselves. They are not spoiled. A pattern may begin with the read: `messages.page`. */
  envelope: RegExp[]
  /** Places of essentials: the id, the home, the nights; of a message its thread, its time and who wrote. */
  essential: RegExp[]
  /** Flags that the vendor leaves out where they are not set, because something else tells the state of a night. */
  leftOut?: RegExp[]
  /** What has to happen at the vendor before there are rows of every kind. */
  prepare?(vendor: VendorSide): Promise<unknown>
}

/** What must stay as it was whatever happens to other fields of the record. */
export function steadyFieldsOf(record: Record<string, unknown>): string[] {
  const always = ['externalId', 'kind', 'conversationExternalId', 'date']
  return record['kind'] === 'reservation' ? [...always, 'listingExternalId', 'checkIn', 'checkOut'] : always
}

/** What only this vendor's control interface has. */
export async function happen({ simulator }: VendorSide, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(simulator.control + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  assert.ok(answer.ok, `${path}: ${answer.status}`)
}
