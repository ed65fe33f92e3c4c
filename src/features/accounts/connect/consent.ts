/** Where a host allows this server to use an account, for providers that are connected in this way. */
import { writesOf } from '../../../connector-kit/account-use.ts'
import type { Connector } from '../../../connector-kit/connector.ts'
import type { ConnectSessionView } from '../../../contract/connect-session.ts'
import type { Services } from '../../../services.ts'
import type { SessionRow } from './queries.ts'

/** The provider sends the browser back here; the partner app at the provider has to know the address. */
const callbackUrl = ({ publicUrl }: Pick<Services, 'publicUrl'>, provider: string) =>
  `${publicUrl}/connect/${provider}`

/** An app that named what it needs leaves nothing to choose. null: the provider asks for credentials. */
export function consentChoices(
  services: Pick<Services, 'publicUrl' | 'config'>,
  connector: Connector,
  { access_type: wanted }: Pick<SessionRow, 'access_type'>,
): ConnectSessionView['providers'][number]['consent'] {
  const { manifest, consent } = connector
  if (!consent) return null
  const baseUrl = services.config.vendorBaseUrls.get(manifest.id)
  const choices = consent.access.filter((access) => wanted === null || access === wanted)
  return (choices.length > 0 ? choices : consent.access).map((access) => ({
    accessType: access,
    writes: writesOf(connector, access),
    url: consent.url({
      ...(baseUrl === undefined ? {} : { baseUrl }),
      redirectUri: callbackUrl(services, manifest.id),
      access,
    }),
  }))
}
