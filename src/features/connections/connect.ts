/** Connecting an account with credentials: checked at the vendor first, stored encrypted, then read. */
import type { Static, TSchema } from 'typebox'
import { defaultWritePolicy } from '../../connector-kit/capabilities.ts'
import type { AccountInfo, Connector } from '../../connector-kit/connector.ts'
import { readCredentials } from '../../connector-kit/credentials.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { CredentialsBody, CredentialsResult, WritePolicy } from '../../contract/connection.ts'
import { ApiError } from '../../platform/api-error.ts'
import { appendEvents, openWrite } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { accountCreated } from '../events/public.ts'
import { listingActivityEvents } from '../listings/public.ts'
import type { Services } from '../services.ts'
import { restartSync, vaultContext, wakeConnection } from '../sync/public.ts'
import { knownConnector } from './providers.ts'
import {
  activateConnection,
  connectedAccount,
  lockOrInsertConnection,
  reactivateListings,
  type LockedConnection,
} from './queries.ts'
import { replaceWebhook } from './vendor-webhook.ts'
import { callVendor } from './vendor.ts'

export async function connectWithCredentials(
  services: Services,
  scope: Scope,
  provider: string,
  body: CredentialsBody,
): Promise<CredentialsResult> {
  const connector = knownConnector(services, provider)
  if (connector.manifest.status === 'coming-soon') {
    throw new ApiError(
      'provider_unavailable',
      `${connector.manifest.displayName} takes no connections yet.`,
      {
        provider,
      },
    )
  }
  // Sessions come from the hosted connect page; an id that none was made for means nothing.
  if (body.sessionId !== undefined) {
    throw new ApiError('not_found', `No connect session ${body.sessionId}.`, {
      field: 'sessionId',
      value_received: body.sessionId,
    })
  }
  const credentials = acceptCredentials(connector, body.credentials)
  const checked = await check(services, connector, credentials)
  const account = {
    externalAccountId: checked.value.externalAccountId ?? connector.accountOf(credentials),
    accountName: checked.value.accountName,
  }
  const stored = await services.db
    .transaction()
    .execute((tx) => store(services, tx, scope, connector, { ...checked, account, credentials, body }))
  const { session } = checked
  const webhooks = await replaceWebhook(services, scope, connector, credentials, { ...stored, session })
  return {
    ok: true,
    provider,
    connected: true,
    pmsConnectionId: stored.id,
    created: stored.created,
    accountInfo: account,
    writePolicy: stored.writePolicy,
    firstSync: { queued: true },
    ...(webhooks === null ? {} : { webhooks }),
  }
}

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
  // The value is not repeated: it may be a secret that landed in the wrong field.
  const help = connector.manifest.credentials.find(({ key }) => key === wrong)?.help ?? ''
  throw new ApiError(
    'invalid_body',
    `\`credentials.${wrong}\` does not have the right form. ${help}`.trim(),
    {
      field: `credentials.${wrong}`,
    },
  )
}

async function check(services: Services, connector: Connector, credentials: Static<TSchema>) {
  const { id, displayName } = connector.manifest
  try {
    return await callVendor(services, connector, credentials, (context) =>
      connector.operations.probe(context),
    )
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.kind === 'credentials' || error.kind === 'reauth') {
      throw new ApiError(
        'invalid_credentials',
        `${displayName} does not accept these credentials.`,
        { provider: id },
        { cause: error },
      )
    }
    throw new ApiError(
      'network_error',
      `${displayName} could not be asked whether the credentials are right (${error.kind}).`,
      {
        provider: id,
        ...(error.retryAfterMs === undefined ? {} : { retry_after: Math.ceil(error.retryAfterMs / 1000) }),
      },
      { cause: error },
    )
  }
}

interface Accepted {
  account: { externalAccountId: string; accountName: AccountInfo['accountName'] }
  session: string | null
  credentials: Static<TSchema>
  body: CredentialsBody
}

export interface StoredConnection {
  id: string
  created: boolean
  writePolicy: WritePolicy
  before: LockedConnection
}

/** The same account keeps its connection, whatever happened to it since. */
async function store(
  services: Services,
  tx: Queryable,
  scope: Scope,
  { manifest }: Connector,
  { account, session, credentials, body }: Accepted,
): Promise<StoredConnection> {
  const { vault, clock } = services
  const at = clock.now()
  const before = await lockOrInsertConnection(tx, scope, {
    provider: manifest.id,
    externalAccountId: account.externalAccountId,
    writePolicy: defaultWritePolicy(manifest.model),
    at,
  })
  const anew = before.created || before.status === 'disconnected'
  const writePolicy = mergePolicy(before.write_policy, body.writePolicy)
  const seal = (text: string) => vault.encrypt(text, vaultContext(scope, before.id))
  await activateConnection(tx, scope, before.id, {
    accountName: account.accountName,
    credentials: seal(JSON.stringify(credentials)),
    keyId: vault.keyId,
    session: session === null ? null : seal(session),
    writePolicy,
    anew,
    at,
  })
  if (anew) await restartSync(tx, scope, before.id, at)
  else await wakeConnection(tx, scope, before.id, at)
  // One that its provider had shut out is back as well.
  const isNews = anew || before.status === 'error'
  if (isNews || before.deactivated_listings.length > 0) {
    const write = await openWrite(tx, scope, at)
    const on = await reactivateListings(write, before.deactivated_listings, `connect:${before.id}`)
    await appendEvents(write, [
      ...(isNews ? [accountCreated(await connectedAccount(tx, scope, before.id, at))] : []),
      ...(await listingActivityEvents(tx, scope, on, at, 'reconnected')),
    ])
  }
  return { id: before.id, created: before.created, writePolicy, before }
}

function mergePolicy(policy: WritePolicy, sent: CredentialsBody['writePolicy']): WritePolicy {
  return {
    calendar: { ...policy.calendar, ...sent?.calendar },
    reservations: { ...policy.reservations, ...sent?.reservations },
  }
}
