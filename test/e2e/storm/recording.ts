/** Writes down what vendors and the receiver of webhooks get during a storm. */
import assert from 'node:assert/strict'
import type { RunningSimulator } from '../../../simulators/index.ts'
import type { History } from '../../history/history.ts'
import { readEventLog, settleDeliveries } from '../../history/last-look.ts'
import { startRecordingReceiver } from '../../history/record-deliveries.ts'
import {
  recordVendorBookings,
  recordVendorCalls,
  type VendorHistory,
} from '../../history/record-vendor-calls.ts'
import type { ServerCall, StormWorld } from './world.ts'

/** Where each PMS is asked to make a booking. */
const bookingPaths: Readonly<Record<string, RegExp>> = {
  beds24: /^\/v2\/bookings$/,
  bookingsync: /^\/api\/v3\/rentals\/\d+\/bookings$/,
  guesty: /^\/v1\/reservations-v3$/,
  hospitable: /^\/v2\/reservations$/,
  hostaway: /^\/v1\/reservations$/,
  hostex: /^\/v3\/reservations$/,
  hostfully: /^\/api\/v3\.\d\/leads$/,
  lodgify: /^\/v1\/reservation\/booking$/,
  ownerrez: /^\/v2\/bookings$/,
  smoobu: /^\/api\/reservations$/,
  track: /^\/api\/pms\/reservations$/,
  uplisting: /^\/v2\/bookings$/,
}

/** Guests of the API have names of their own; some PMSs are given the guest apart from the booking. */
const nameIn = (fields: Record<string, unknown>): string | undefined =>
  /"(?:Storm )?(G\d+)"/.exec(JSON.stringify(fields))?.[1]

const historyOf = (simulator: RunningSimulator): VendorHistory => ({
  simulator,
  booking: { method: 'POST', path: bookingPaths[simulator.vendor] ?? null },
  nameOf: nameIn,
})

const endpoints = ['/plain', '/ordered']
/** An endpoint that was refused or cut off is tried again after a minute. */
const settleMs = 300_000

export interface StormRecording {
  /** Waits for deliveries, and reads the log and what the PMS holds. */
  finish(world: Pick<StormWorld, 'call' | 'pms'>): Promise<void>
  close(): void
}

/** Begin it when the accounts are connected and imported. */
export async function recordStorm(
  history: History,
  call: ServerCall,
  vendors: readonly RunningSimulator[],
): Promise<StormRecording> {
  for (const vendor of vendors) recordVendorCalls(history, historyOf(vendor))
  const receiver = await startRecordingReceiver(history)
  const { body } = await call<{ log: { latest: number } }>('GET', '/v1/events?limit=1')
  for (const endpoint of endpoints) {
    const hook = { url: receiver.url(endpoint), events: ['*'], ordered: endpoint === '/ordered' }
    assert.equal((await call('POST', '/v1/webhooks', hook)).status, 201)
  }
  return {
    async finish({ call: callNow, pms }) {
      const client = { read: async <T>(path: string) => (await callNow<T>('GET', path)).body }
      await settleDeliveries(history, client, { endpoints, after: body.log.latest, withinMs: settleMs })
      await readEventLog(client)
      recordVendorBookings(history, historyOf(pms))
    },
    close: receiver.close,
  }
}
