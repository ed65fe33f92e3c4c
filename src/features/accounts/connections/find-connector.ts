import type { Connector } from '../../../connector-kit/connector.ts'
import { unbuiltReasons } from '../../../contract/unbuilt-operations.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { didYouMean } from '../../../platform/did-you-mean.ts'
import type { Services } from '../../../services.ts'

/** Names of vendor sign-ins in the published interface. */
const signIns = {
  'vrbo-login': '/v1/connect/vrbo-login/',
  'booking-extranet-login': '/v1/connect/booking-extranet-login/',
  booking_extranet: '/v1/connect/booking-extranet-login/',
} as const
const isSignIn = (name: string): name is keyof typeof signIns => Object.hasOwn(signIns, name)

/** Throws a specific error for the name of a sign-in, which is no provider. */
export function assertNotSignIn(provider: string): void {
  if (!isSignIn(provider)) return
  const { why, fix } = unbuiltReasons[signIns[provider]]
  throw new ApiError(
    'not_implemented',
    `${provider}: ${why}`,
    { endpoint: `/v1/connect/${provider}` },
    { fix },
  )
}

type ConnectorSource = Pick<Services, 'connectors'>

export function findConnector({ connectors }: ConnectorSource, provider: string): Connector {
  const connector = Object.hasOwn(connectors, provider) ? connectors[provider] : undefined
  if (connector) return connector
  throw unknownProviderError(
    provider,
    `There is no provider ${quoteName(provider)}.`,
    Object.keys(connectors).sort(),
  )
}

export const notOfferedError = (provider: string, offered: readonly string[]): ApiError =>
  unknownProviderError(provider, `This session does not offer ${quoteName(provider)}.`, offered)

const quoteName = (provider: string) => JSON.stringify(provider.slice(0, 50))

function unknownProviderError(provider: string, message: string, known: readonly string[]): ApiError {
  const meant = didYouMean(provider, known)
  return new ApiError('invalid_provider', message, {
    field: 'provider',
    value_received: provider.slice(0, 200),
    valid_values: [...known],
    ...(meant === undefined ? {} : { did_you_mean: meant }),
  })
}

export const isConnectable = ({ manifest, partnership }: Connector) =>
  manifest.status !== 'coming-soon' && partnership === undefined

/** Throws also for a provider that takes no connections. */
export function findConnectableConnector(services: ConnectorSource, provider: string): Connector {
  const connector = findConnector(services, provider)
  if (isConnectable(connector)) return connector
  const { manifest, partnership, callsNobody } = connector
  if (callsNobody) {
    throw new ApiError(
      'provider_unavailable',
      `${manifest.displayName} is connected in no sandbox.`,
      { provider },
      {
        fix: 'Try another provider or the fixtures (`POST /v1/sandbox/seed`). Real accounts are connected with a live key.',
      },
    )
  }
  const message = partnership
    ? `${manifest.displayName} is connected through an account of this server, which has none: ${partnership.settings.join(' and ')} are not set.`
    : `${manifest.displayName} takes no connections yet.`
  throw new ApiError('provider_unavailable', message, { provider })
}
