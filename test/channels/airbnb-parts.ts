/** What tests of a whole Airbnb listing do around it. */
import type { ChannelContent } from '../../src/connector-kit/channel-content.ts'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import type { AirbnbWorld } from './airbnb-world.ts'

/** Until every night that is sold here was seen to be closed there. */
export async function sendSoldNights({ app, wait }: AirbnbWorld, listingId: string): Promise<void> {
  const selling = startSelling(app.services, { budget: unlimited, askEveryMs })
  const from = app.clock.now().toISOString().slice(0, 10)
  const to = String(Temporal.PlainDate.from(from).add({ days: 365 }))
  const isClosed = async () => {
    wait(1)
    const { body } = await app.get(`/v1/listings/${listingId}/exposure?from=${from}&to=${to}`)
    return body['exposedNights'] === 0
  }
  await until('sold nights to be closed', isClosed, { everyMs: 250 }).finally(() => selling.stop())
}

/** While the connector does something else with parts of a listing. */
export async function withContent(
  { app: { services }, connector }: AirbnbWorld,
  parts: ChannelContent,
  work: () => Promise<unknown>,
): Promise<void> {
  const joined = services.connectors
  const { operations } = connector
  const channelContent = { ...operations.channelContent, ...parts }
  services.connectors = { ...joined, airbnb: { ...connector, operations: { ...operations, channelContent } } }
  try {
    await work()
  } finally {
    services.connectors = joined
  }
}
