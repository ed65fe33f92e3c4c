/** The providers this server can connect, and what moves with a migration; all of it follows from the connectors. */
import { capabilitiesOf } from '../../connector-kit/capabilities.ts'
import type { Connector, Operations } from '../../connector-kit/connector.ts'
import type { MigrationCapabilities, ProviderEntry } from '../../contract/connect-provider.ts'
import { isConnectable } from '../connections/public.ts'
import type { Services } from '../../services.ts'

type Entity = MigrationCapabilities['read'][string]

const all = { availability: true, rates: true, restrictions: true }
const everything = { calendar: all, reservations: { website: true, dashboard: true, api: true } }

/** The operations that reading an entity takes: all of them for the whole, the first for a part. */
const readBy: Record<string, [keyof Operations, ...(keyof Operations)[]]> = {
  listings: ['listings'],
  rooms: ['units'],
  calendar: ['calendar'],
  reservations: ['reservations'],
  guests: ['reservations'],
  conversations: ['conversations', 'messages'],
  reviews: ['reviews'],
}

const level = (flags: readonly boolean[]): Entity['level'] =>
  flags.every(Boolean) ? 'full' : flags.some(Boolean) ? 'partial' : 'none'

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
  const notes: Record<string, string> = manifest.notes
  const entity = (name: string, flags: readonly boolean[]): Entity => ({
    level: level(flags),
    notes: notes[name] ?? '',
  })
  return {
    read: Object.fromEntries(
      Object.entries(readBy).map(([name, needed]) => [
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

export function providerEntries({ connectors }: Pick<Services, 'connectors'>): ProviderEntry[] {
  return Object.values(connectors)
    .map((connector): ProviderEntry => {
      const { id, displayName, category, connectPattern, description, docsUrl } = connector.manifest
      const status = isConnectable(connector) ? connector.manifest.status : 'coming-soon'
      const isMigratable = category === 'pms' && isConnectable(connector)
      const shown = { id, displayName, category, connectPattern, status, logoUrl: null, description, docsUrl }
      return { ...shown, migrationCapabilities: isMigratable ? migrationCapabilities(connector) : null }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}
