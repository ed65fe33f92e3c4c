/** What a migration from or to a provider moves, derived from its connector. */
import { capabilitiesOf } from '../../../connector-kit/capabilities.ts'
import type { Connector, VendorOperations } from '../../../connector-kit/connector.ts'
import type { MigrationCapabilities } from '../../../contract/connect-provider.ts'

type CapabilityEntry = MigrationCapabilities['read'][string]

const all = { availability: true, rates: true, restrictions: true }
const everything = { calendar: all, reservations: { website: true, dashboard: true, api: true } }

/** Operations that read an entity: all of them read it fully, the first one partly. */
const operationsByEntity: Record<string, readonly (keyof VendorOperations)[]> = {
  listings: ['listings'],
  rooms: ['units'],
  channelIds: ['channelLinks'],
  calendar: ['calendar'],
  reservations: ['reservations'],
  guests: ['reservations'],
  conversations: ['conversations', 'messages'],
  messages: ['messages'],
  reviews: ['reviews'],
  // No provider lets these be read, so they must be entered again.
  fees: [],
  owners: [],
  rateRules: [],
}

const levelOf = (flags: readonly boolean[]): CapabilityEntry['level'] =>
  flags.length > 0 && flags.every(Boolean) ? 'full' : flags.some(Boolean) ? 'partial' : 'none'

export function migrationCapabilities(connector: Connector): MigrationCapabilities {
  const { operations, manifest } = connector
  const { reservations, pms } = capabilitiesOf(connector, {
    connected: false,
    prospective: true,
    writePolicy: everything,
  })
  const { create, modify, cancel } = reservations
  const written: Record<string, boolean[]> = {
    listings: Object.values(pms.listings),
    calendar: Object.values(pms.calendar),
    reservations: [create, modify, cancel],
    guests: Object.values(pms.guests),
    conversations: [pms.conversations.send],
    reviews: [pms.reviews.reply],
  }
  const { messages: ofMessages = '', channels = '', ...others } = manifest.notes
  const notes: Record<string, string> = {
    ...others,
    conversations: ofMessages,
    messages: ofMessages,
    channelIds: channels,
  }
  const entity = (name: string, flags: readonly boolean[]): CapabilityEntry => ({
    level: levelOf(flags),
    notes: notes[name] ?? '',
  })
  return {
    read: Object.fromEntries(
      Object.entries(operationsByEntity).map(([name, needed]) => [
        name,
        entity(
          name,
          needed.map((operation) => operations[operation] !== undefined),
        ),
      ]),
    ),
    write: Object.fromEntries(Object.entries(written).map(([name, flags]) => [name, entity(name, flags)])),
  }
}
