/** The vendor's webhook registration; having none costs speed, not completeness, so failing to get one fails nothing. */
import type { Static, TSchema } from 'typebox'
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import { inboundSecrets } from '../../connector-kit/credentials.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { CredentialsResult } from '../../contract/connection.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../services.ts'
import { keepRegistration, newInboundUrl, openRegistration } from '../sync/public.ts'
import { callVendor } from './vendor.ts'

/**
 * Registers a fresh address and removes the one before; null for vendors that send no webhooks. With the access of the
 * connection: some vendors give out only a few tokens a day.
 */
export async function replaceWebhook(
  services: Services,
  scope: Scope,
  connector: Connector,
  credentials: Static<TSchema>,
  connection: { id: string; before: { inbound: unknown }; session: string | null },
): Promise<NonNullable<CredentialsResult['webhooks']> | null> {
  const { inbound } = connector.operations
  if (!inbound) return null
  let address: string | undefined
  try {
    const url = await newInboundUrl(services, scope, { id: connection.id, provider: connector.manifest.id })
    const secrets = inboundSecrets(connector, credentials)
    const register = (context: VendorContext) => inbound.register(context, { url, secrets })
    const { value } = await callVendor(services, connector, credentials, register, connection.session)
    await keepRegistration(services, scope, connection.id, value)
    address = value.address
  } catch (error) {
    services.log.warn({ err: error, connection: connection.id }, 'the vendor webhook was not registered')
    return { registered: false, error: shownReason(error) }
  }
  await removeWebhook(services, scope, connector, credentials, {
    id: connection.id,
    inbound: connection.before.inbound,
    session: connection.session,
  })
  return address === undefined ? { registered: true } : { registered: false, address }
}

/** Best effort: a registration that stays behind sends to an address that answers 404. */
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
    await callVendor(services, connector, credentials, unregister, connection.session)
  } catch (error) {
    services.log.warn({ err: error, connection: connection.id }, 'the vendor webhook was not removed')
  }
}

function shownReason(error: unknown): string {
  return error instanceof VendorError ? error.message : 'The registration failed on this server; see its log.'
}
