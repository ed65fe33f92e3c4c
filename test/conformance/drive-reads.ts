import { receiveWebhooks } from '../../simulators/kit/testing/webhook-receiver.ts'
import { addDays } from '../../src/connector-kit/dates.ts'
import { present, walkAll } from '../../src/connector-kit/testing/walk.ts'
import type { Drives } from './drive.ts'

const far = 120
const callback = 'https://receiver.example.com/hooks/abc'

type Reads =
  | 'probe'
  | 'listings'
  | 'channelLinks'
  | 'units'
  | 'calendar'
  | 'reservations'
  | 'conversations'
  | 'messages'
  | 'reviews'
  | 'inbound'

/** Import and what follows it. */
export const readDrives: Pick<Drives, Reads> = {
  probe: async ({ bench, operations }) => {
    await operations.probe(bench.context())
  },
  listings: async (world) => {
    const { one } = present(world.operations.listings)
    const walked = await world.bench.walk().listings()
    world.listings = walked.records
    for (const { externalId } of walked.records.slice(0, 2)) await one?.(world.bench.context(), externalId)
  },
  channelLinks: async ({ bench }) => {
    await bench.walk().channelLinks()
  },
  units: async ({ bench, operations, listings }) => {
    for (const listing of listings.slice(0, 2))
      await walkAll((cursor) => present(operations.units).page(bench.context(), { listing, cursor }))
  },
  calendar: async ({ bench, operations, listings }) => {
    const from = bench.context().now().toISOString().slice(0, 10)
    for (const listing of listings)
      await present(operations.calendar).range(bench.context(), { listing, from, to: addDays(from, far) })
  },
  reservations: async (world) => {
    const { one } = present(world.operations.reservations)
    const walked = await world.bench.walk().reservations()
    world.stays = walked.records
    for (const { externalId } of walked.records.slice(0, 3)) await one?.(world.bench.context(), externalId)
  },
  conversations: async (world) => {
    const { one } = present(world.operations.conversations)
    const walked = await world.bench.walk().conversations()
    world.conversations = walked.records
    for (const { externalId } of walked.records.slice(0, 2)) await one?.(world.bench.context(), externalId)
  },
  messages: async ({ bench, conversations }) => {
    for (const { externalId } of conversations.slice(0, 5)) await bench.walk().messages(externalId)
  },
  reviews: async (world) => {
    world.reviews = (await world.bench.walk().reviews()).records
  },
  inbound: async ({ bench, operations }) => {
    const { register, unregister, isHealthCheck } = present(operations.inbound)
    const secrets = bench.simulator.credentials
    // Some vendors register only an address that answers.
    const receiver = isHealthCheck === undefined ? null : await receiveWebhooks()
    const url = receiver?.url ?? callback
    const registration = await register(bench.context(), { url, secrets })
    await unregister(bench.context(), registration)
    await receiver?.close()
  },
}
