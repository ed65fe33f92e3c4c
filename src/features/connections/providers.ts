import type { Connector } from '../../connector-kit/connector.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../services.ts'

export function knownConnector({ connectors }: Pick<Services, 'connectors'>, provider: string): Connector {
  const connector = Object.hasOwn(connectors, provider) ? connectors[provider] : undefined
  if (connector) return connector
  throw new ApiError('invalid_provider', `There is no provider ${JSON.stringify(provider.slice(0, 50))}.`, {
    field: 'provider',
    value_received: provider.slice(0, 200),
    valid_values: Object.keys(connectors).sort(),
  })
}
