/** The catalogue of providers. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { link, linkOrNull, nullable, oneOfStrings, record, text } from './fields.ts'

export const MigrationCoverage = record({
  level: oneOfStrings(['full', 'partial', 'none'], { description: 'How much of it can be moved.' }),
  notes: text('Peculiarities; empty when there are none.'),
})
export type MigrationCoverage = Static<typeof MigrationCoverage>

const entities = (description: string) =>
  Type.Unsafe<Record<string, MigrationCoverage>>({
    type: 'object',
    additionalProperties: MigrationCoverage,
    description,
    examples: [{ reservations: { level: 'full', notes: '' } }],
  })

export const MigrationCapabilities = record(
  {
    read: entities('By kind of record, what can be taken from the provider.'),
    write: entities('By kind of record, what can be brought into it.'),
  },
  { description: 'What moves with a migration; computed from what the connector can do.' },
)
export type MigrationCapabilities = Static<typeof MigrationCapabilities>

export const ProviderEntry = record({
  id: text('Id of the provider.', { examples: ['hostaway'] }),
  displayName: text('Its name.'),
  category: oneOfStrings(['ota', 'pms'], { description: 'A channel, or a system of record.' }),
  connectPattern: oneOfStrings(['oauth', 'credentials', 'activation', 'claim'], {
    description: 'How accounts are connected.',
  }),
  status: oneOfStrings(['live', 'beta', 'coming-soon'], {
    description:
      '`coming-soon` takes no connections yet; the feeds of Vrbo, `POST /v1/connect/vrbo`, can be had nevertheless.',
  }),
  logoUrl: linkOrNull('Its logo; null where this server has none.'),
  description: text('What it is.'),
  docsUrl: link("The provider's own documentation."),
  aliases: Type.Optional(Type.Array(Type.String(), { description: 'Other ids that mean the same.' })),
  migrationCapabilities: nullable(MigrationCapabilities, { description: 'Null for channels.' }),
})
export type ProviderEntry = Static<typeof ProviderEntry>

/** Answer of `GET /v1/connect/providers`. */
export const ProviderCatalogue = record({
  data: Type.Array(ProviderEntry, { description: 'Every provider this server has a connector for.' }),
})
