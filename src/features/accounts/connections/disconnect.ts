/** Disconnects an account: secrets are wiped, records stay. */
import type { Connector } from '../../../connector-kit/connector.ts'
import type { DisconnectResult } from '../../../contract/connection.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { targetOf } from '../../../platform/audit.ts'
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { settleAccount } from '../../../records/reservations/twins/settle.ts'
import { accountDisconnected } from '../../../records/events.ts'
import { listingActivityEvents } from '../../../records/listings/events.ts'
import type { Services } from '../../../services.ts'
import type { RouteWriteContext } from '../../route.ts'
import { endSync, stoppedImports } from '../../sync/public.ts'
import { vaultContext } from '../../../upstream/session.ts'
import { isConnected } from './map-connection.ts'
import { chooseAccount, notConnectedError } from './choose-account.ts'
import { findConnector } from './find-connector.ts'
import { connectedAccount, connectionsOf } from './queries.ts'
import { removeWebhook } from './vendor-webhook.ts'
import { deactivateListings } from '../../../records/listings/switch-listings-queries.ts'
import { closeConnection, lockConnection } from '../../../upstream/connections/access-queries.ts'
import type { LockedConnection } from '../../../upstream/connections/access-queries.ts'

export async function disconnect(
  context: RouteWriteContext,
  provider: string,
  accountId: string | undefined,
): Promise<DisconnectResult> {
  const { services, scope } = context
  const connector = findConnector(services, provider)
  const rows = await connectionsOf(services.db, scope, provider)
  const chosen = chooseAccount(rows.filter(isConnected), provider, accountId)
  let before: LockedConnection | undefined
  const answer = await writeOnce(context, async (tx): Promise<DisconnectResult> => {
    const at = services.clock.now()
    before = await lockConnection(tx, scope, chosen.id)
    if (!before || !isConnected(before)) throw notConnectedError(provider)
    const stopped = await endSync(tx, scope, chosen.id, at)
    const write = await openWrite(tx, scope, at)
    const ids = await deactivateListings(write, chosen.id, `disconnect:${chosen.id}`)
    await closeConnection(tx, scope, chosen.id, { deactivated: ids, at })
    await settleAccount(write, { now: at, origin: `disconnect:${chosen.id}`, runId: null }, chosen.id)
    const account = await connectedAccount(tx, scope, chosen.id, at)
    await appendEvents(write, [
      ...(await stoppedImports(tx, scope, chosen.id, stopped, at)),
      ...(await listingActivityEvents(tx, scope, ids, at, 'account_disconnected')),
      accountDisconnected({ ...account, reason: 'manual_disconnect' }),
    ])
    return {
      disconnected: true,
      provider,
      accountId: chosen.external_account_id,
      listingsDeactivated: ids,
    }
  })
  if (before) await endWebhook(services, scope, connector, before)
  return answer
}

/** Asks the provider, with the last credentials, to send nothing more. */
export async function endWebhook(
  services: Services,
  scope: Scope,
  connector: Connector,
  before: LockedConnection,
): Promise<void> {
  await services.audit.useOf(scope, targetOf('connection', before.id), 'credentials.disconnect')
  const credentials = decryptCredentials(services, scope, before, before.credentials)
  const session = decryptCredentials(services, scope, before, before.session)
  if (credentials !== null) {
    const inbound = before.inbound ?? before.retired_inbound
    await removeWebhook(services, scope, connector, JSON.parse(credentials), { ...before, inbound, session })
  }
}

function decryptCredentials(
  services: Services,
  scope: Scope,
  connection: LockedConnection,
  sealed: Buffer | null,
): string | null {
  if (sealed === null) return null
  try {
    return services.vault.decrypt(sealed, vaultContext(scope, connection.id))
  } catch (error) {
    services.log.warn(
      { err: error, connection: connection.id },
      'what is needed for a last call cannot be read',
    )
    return null
  }
}
