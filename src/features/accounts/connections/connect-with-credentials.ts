/** Connects an account with credentials: checked at the vendor, stored encrypted, then read. */
import type { Static, TSchema } from 'typebox'
import type { AccountInfo } from '../../../connector-kit/account-info.ts'
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import { isClockFault } from '../../../connector-kit/clock-fault.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { CredentialsBody, CredentialsResult } from '../../../contract/connection.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { assertSandboxCredentials, servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import type { Services } from '../../../services.ts'
import { tooBusy, waitSeconds } from '../../../upstream/errors.ts'
import { findConnectableConnector } from './find-connector.ts'
import { assertSameAccount } from './same-account.ts'
import { storeConnection, type SessionHook } from './store-connection.ts'
import { arrangeWebhook } from './vendor-webhook.ts'
import { callVendor, type VendorCallResult } from './call-vendor.ts'
import { readCredentials } from '../../../connector-kit/credentials.ts'

export interface ConnectedAccount extends CredentialsResult {
  accountInfo: Omit<AccountInfo, 'externalAccountId'> & { externalAccountId: string }
}

export async function connectWithCredentials(
  given: Services,
  scope: Scope,
  provider: string,
  body: Pick<CredentialsBody, 'credentials' | 'writePolicy' | 'reservationHistoryMonths'>,
  hook: SessionHook | null = null,
): Promise<ConnectedAccount> {
  const services = servicesIn(given, scope)
  const connector = findConnectableConnector(services, provider)
  const credentials = acceptCredentials(connector, body.credentials)
  if (connector.callsNobody) assertSandboxCredentials(connector, credentials)
  const checked = await checkCredentials(services, scope, connector, credentials, hook?.boundTo ?? null)
  const account = {
    externalAccountId: checked.value.externalAccountId ?? connector.accountOf(credentials),
    accountName: checked.value.accountName,
  }
  const { session, value } = checked
  const stored = await services.db
    .transaction()
    .execute((tx) =>
      storeConnection(services, tx, scope, connector, { session, account, credentials, body, door: hook }),
    )
  const webhooks = await arrangeWebhook(services, scope, connector, credentials, { ...stored, session })
  return {
    ok: true,
    provider,
    connected: true,
    pmsConnectionId: stored.id,
    created: stored.created,
    accountInfo: {
      ...account,
      externalAccountId: stored.externalAccountId,
      ...(value.lacks === undefined ? {} : { lacks: value.lacks }),
      ...(value.place === undefined ? {} : { place: value.place }),
    },
    writePolicy: stored.writePolicy,
    firstSync: { queued: true },
    ...(webhooks === null ? {} : { webhooks }),
  }
}

async function checkCredentials(
  services: Services,
  scope: Scope,
  connector: Connector,
  credentials: Static<TSchema>,
  boundTo: string | null,
): Promise<VendorCallResult<AccountInfo>> {
  try {
    const probe = (context: VendorContext) => connector.operations.probe(context)
    const { value, session } = await callVendor(services, scope, connector, credentials, probe)
    if (boundTo === null) return { value, session }
    const renewal = { connectionId: boundTo, credentials, named: value.externalAccountId, session }
    return { value, session: await assertSameAccount(services, scope, connector, renewal) }
  } catch (error) {
    throw error instanceof VendorError ? toCredentialsError(connector, error) : error
  }
}

function toCredentialsError({ manifest: { id, displayName } }: Connector, error: VendorError): ApiError {
  // The connector's text says what to do; it quotes nothing of the vendor.
  if (error.reason === 'not_designated') {
    return new ApiError(
      'invalid_credentials',
      `${error.message}.`,
      { provider: id, reason: error.reason },
      { cause: error },
    )
  }
  if (error.kind === 'credentials' || error.kind === 'reauth' || isClockFault(error)) {
    const why = isClockFault(error)
      ? ` The clock of this server differs from that of ${displayName}, which can be the reason.`
      : ''
    return new ApiError(
      'invalid_credentials',
      `${displayName} does not accept these credentials.${why}`,
      { provider: id },
      { cause: error },
    )
  }
  if (error.kind === 'rate_limited') return tooBusy(error, id)
  return new ApiError(
    'network_error',
    `${displayName} could not be asked whether the credentials are right (${error.kind}).`,
    {
      provider: id,
      ...(error.retryAfterMs === undefined ? {} : { retry_after: waitSeconds(error) }),
    },
    { cause: error },
  )
}

/** Checks credentials against the provider's form, and names the wrong field otherwise. */
function acceptCredentials(connector: Connector, given: Record<string, unknown>): Static<TSchema> {
  const read = readCredentials(connector, given)
  if (read.ok) return read.credentials
  const names = connector.manifest.credentials.map(({ key }) => key)
  const [missing] = read.missing
  const [unknown] = read.unknown
  const [wrong = 'credentials'] = read.invalid
  if (missing !== undefined) {
    throw new ApiError('invalid_body', `\`credentials.${missing}\` is missing.`, {
      field: `credentials.${missing}`,
    })
  }
  if (unknown !== undefined) {
    throw new ApiError('invalid_body', `\`credentials.${unknown}\` is no field of this provider.`, {
      field: `credentials.${unknown}`,
      valid_values: names,
    })
  }
  // The value is not repeated: it may be a secret in the wrong field.
  const help = connector.manifest.credentials.find(({ key }) => key === wrong)?.help ?? ''
  throw new ApiError(
    'invalid_body',
    `\`credentials.${wrong}\` does not have the right form. ${help}`.trim(),
    {
      field: `credentials.${wrong}`,
    },
  )
}
