/** The providers this server can connect, and what moves with a migration; all of it follows from the connectors. */
import type { ProviderEntry } from '../../../contract/connect-provider.ts'
import { isConnectable } from '../connections/providers.ts'
import { migrationCapabilities } from '../connections/migration-capabilities.ts'
import type { Services } from '../../../services.ts'

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
