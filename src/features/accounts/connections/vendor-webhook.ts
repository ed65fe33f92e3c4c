/** The vendor's webhook registration. Without one readings are only slower, so failures are ignored. */
import type { Static, TSchema } from 'typebox'
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import { inboundSecrets } from '../../../connector-kit/credentials.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { ConnectionWebhooks, CredentialsResult } from '../../../contract/connection.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { keepRegistration, newInboundUrl, openRegistration } from '../../sync/public.ts'
import { connectionInbound } from './queries.ts'
import { callVendor } from './call-vendor.ts'

export async function viewWebhooks(
  services: Services,
  scope: Scope,
  connectionId: string,
): Promise<ConnectionWebhooks> {
  const stored = await connectionInbound(services.db, scope, connectionId)
  const address = addressOf(services, scope, connectionId, stored)
  return { registered: stored !== null && address === null, address }
}

function addressOf(services: Services, scope: Scope, connectionId: string, stored: unknown): string | null {
  try {
    return openRegistration(services, scope, connectionId, stored)?.address ?? null
  } catch (error) {
    services.log.warn({ err: error, connection: connectionId }, 'the webhook address cannot be read')
    return null
  }
}

type RegisterWebhook = NonNullable<Connector['operations']['inbound']>['register']
type WebhookAnswer = NonNullable<CredentialsResult['webhooks']>

/** A person enters the address at the vendor, so it stays the same while the account is connected. */
export const isByHand = ({ manifest }: Connector) => manifest.webhookByHand !== undefined

/**
 * The webhook part of the answer to connecting; null: the vendor sends none. The worker registers, except where the
 * address must be shown at once.
 */
export async function arrangeWebhook(
  services: Services,
  scope: Scope,
  connector: Connector,
  credentials: Static<TSchema>,
  connection: { id: string; standing: unknown; inbound: 'kept' | 'due'; session: string | null },
): Promise<WebhookAnswer | null> {
  const { inbound } = connector.operations
  if (!inbound) return null
  if (isByHand(connector)) {
    const register: RegisterWebhook = (context, target) => inbound.register(context, target)
    return showAddress(services, scope, connector, credentials, { ...connection, register })
  }
  return connection.inbound === 'kept' ? { registered: true } : { registered: false, pending: true }
}

/** Uses the connection's session: some vendors issue only a few tokens a day. */
async function showAddress(
  services: Services,
  scope: Scope,
  connector: Connector,
  credentials: Static<TSchema>,
  connection: { id: string; standing: unknown; session: string | null; register: RegisterWebhook },
): Promise<WebhookAnswer> {
  const of = { id: connection.id, provider: connector.manifest.id }
  const { address } = openRegistration(services, scope, connection.id, connection.standing) ?? {}
  try {
    const url = address ?? (await newInboundUrl(services, scope, of))
    const secrets = inboundSecrets(connector, credentials)
    const register = (context: VendorContext) => connection.register(context, { url, secrets })
    const { value } = await callVendor(services, scope, connector, credentials, register, connection.session)
    await keepRegistration(services, scope, connection.id, value)
    return { registered: false, address: value.address ?? url }
  } catch (error) {
    services.log.warn({ err: error, connection: connection.id }, 'the vendor webhook was not registered')
    return { registered: false, ...(address === undefined ? { error: describeFailure(error) } : { address }) }
  }
}

/** Best effort: a leftover registration sends to an address that answers 404. */
export async function removeWebhook(
  services: Services,
  scope: Scope,
  connector: Connector,
  credentials: Static<TSchema>,
  connection: { id: string; inbound: unknown; session: string | null },
): Promise<void> {
  const { inbound } = connector.operations
  try {
    const registration = openRegistration(services, scope, connection.id, connection.inbound)
    if (!inbound || !registration) return
    const unregister = (context: VendorContext) => inbound.unregister(context, registration)
    await callVendor(services, scope, connector, credentials, unregister, connection.session)
  } catch (error) {
    services.log.warn({ err: error, connection: connection.id }, 'the vendor webhook was not removed')
  }
}

function describeFailure(error: unknown): string {
  return error instanceof VendorError ? error.message : 'The registration failed on this server; see its log.'
}
