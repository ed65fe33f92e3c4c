/** The single address to which Plum Guide sends a host's bookings: ours, or one set by a caller. */
import { inboundSecrets } from '../../../connector-kit/credentials.ts'
import type { PlumWebhook } from '../../../contract/channel-plumguide.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { checkTarget, TargetRefused } from '../../../platform/outbound/target.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { relayAccess } from '../../../upstream/acts/public.ts'
import { callConnection, type ConnectionAccess } from '../../../upstream/access.ts'
import { credentialsIn } from '../../../upstream/session.ts'
import type { ConnectionRow } from '../../accounts/public.ts'
import { keepRegistration, newInboundUrl } from '../../sync/public.ts'
import { callPlum, notConnectedError, notSupportedError } from './errors.ts'
import { listAccounts } from './find-home.ts'
import { provider } from './provider.ts'

/** The named account, or the only connected one. */
export async function findAccount(
  services: Services,
  scope: Scope,
  accountId: string | undefined,
): Promise<ConnectionRow> {
  const known = (await listAccounts(services, scope)).filter(({ status }) => status !== 'disconnected')
  const ids = known.map((row) => row.external_account_id)
  if (accountId === undefined) {
    const [only, other] = known
    if (!only) throw notConnectedError('No account of Plum Guide is connected.')
    if (!other) return only
    throw new ApiError(
      'invalid_params',
      'Several accounts of Plum Guide are connected: name one as `account_id`.',
      {
        field: 'account_id',
        valid_values: ids,
      },
    )
  }
  const found = known.find((row) => row.external_account_id === accountId)
  if (found) return found
  throw new ApiError('not_found', 'No such account of Plum Guide is connected here.', {
    field: 'account_id',
    value_received: accountId,
    valid_values: ids,
  })
}

async function openHook(services: Services, scope: Scope, { id, status }: ConnectionRow) {
  const access = await relayAccess(services, scope, { connectionId: id, provider, status }, null)
  const { bookingHook } = access.connector.operations
  if (!bookingHook) throw notSupportedError('set where bookings are told')
  return { access, hook: bookingHook }
}

export async function readHook(
  services: Services,
  scope: Scope,
  account: ConnectionRow,
): Promise<PlumWebhook> {
  const { access, hook } = await openHook(services, scope, account)
  const url = await callPlum(() => callConnection(access, (context) => hook.read(context)))
  return toWebhook(services, account, url)
}

/** Our address contains the secret that authenticates deliveries, so only its host is shown. */
function toWebhook({ publicUrl }: Services, account: ConnectionRow, url: string | null): PlumWebhook {
  const ours = url?.startsWith(`${publicUrl}/v1/inbound/${provider}/`) === true
  return {
    accountId: account.external_account_id,
    isActive: url !== null,
    endpoints: { bookings: ours ? `${new URL(publicUrl).origin}/…` : url },
    ours,
  }
}

/** Deliveries to us end; bookings are then found by reading the list. */
export async function replaceHook(
  services: Services,
  scope: Scope,
  account: ConnectionRow,
  { url, dryRun }: { url: string | null; dryRun: boolean },
): Promise<PlumWebhook> {
  if (url !== null) await assertAddress(url, services.config.allowPrivateTargets)
  const { access, hook } = await openHook(services, scope, account)
  if (!dryRun) await callPlum(() => callConnection(access, (context) => hook.write(context, url)))
  return toWebhook(services, account, url)
}

/** Restores our delivery, at a new address. */
export async function restoreHook(
  services: Services,
  scope: Scope,
  account: ConnectionRow,
  { dryRun }: { dryRun: boolean },
): Promise<PlumWebhook> {
  const { access } = await openHook(services, scope, account)
  if (dryRun) return toWebhook(services, account, `${services.publicUrl}/v1/inbound/${provider}/`)
  return toWebhook(services, account, await registerOurs(services, scope, access))
}

async function registerOurs(services: Services, scope: Scope, access: ConnectionAccess): Promise<string> {
  const { connector, connection } = access
  const { inbound } = connector.operations
  if (!inbound) throw notSupportedError('be told of bookings')
  const url = await newInboundUrl(services, scope, connection)
  const secrets = inboundSecrets(connector, credentialsIn(services.vault, scope, connection))
  const registration = await callPlum(() =>
    callConnection(access, (context) => inbound.register(context, { url, secrets })),
  )
  await keepRegistration(services, scope, connection.id, registration)
  return url
}

async function assertAddress(url: string, allowPrivate: boolean): Promise<void> {
  try {
    await checkTarget(url, { allowPrivate })
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error
    throw new ApiError(
      'invalid_body',
      `\`endpoints.bookings\` ${error.message.replace(/^the target /, '')}.`,
      { field: 'endpoints.bookings', value_received: url.slice(0, 200) },
      { cause: error, fix: 'Send an address of yours that Plum Guide can reach, with `https`.' },
    )
  }
}
