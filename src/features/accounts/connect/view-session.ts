/** Session data for the hosted page. */
import { readsOf, writesOf } from '../../../connector-kit/account-use.ts'
import type { Connector } from '../../../connector-kit/connector.ts'
import { providerForm } from '../../../connector-kit/credential-form.ts'
import { accountWrites, type ConnectSessionView } from '../../../contract/connect-session.ts'
import { connectionById } from '../connections/queries.ts'
import { isConnectable } from '../connections/find-connector.ts'
import { viewWebhooks } from '../connections/vendor-webhook.ts'
import { applyImportScope } from '../../../upstream/import-scope.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import { isSandbox } from '../../../platform/tenant.ts'
import type { ErrorExtras } from '../../../platform/api-error.ts'
import type { Services } from '../../../services.ts'
import { importProgress } from '../../sync/public.ts'
import type { ConnectSessionRow } from './queries.ts'
import { returnUrl, type SessionReturn } from './redirect-url.ts'
import type { OpenSession } from './sessions.ts'
import { expired, isAlive, isTerminal } from './session-state.ts'

// Where a host allows this server to use an account, for providers that are connected in this way.

/** The provider redirects the browser here; the partner app at the provider must list the address. */
const callbackUrl = ({ publicUrl }: Pick<Services, 'publicUrl'>, provider: string) =>
  `${publicUrl}/connect/${provider}`

/** An app that named an access type leaves no choice. null: the provider asks for credentials. */
function consentChoices(
  services: Pick<Services, 'publicUrl' | 'config'>,
  connector: Connector,
  { access_type: wanted }: Pick<ConnectSessionRow, 'access_type'>,
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

export async function viewSession(services: Services, session: OpenSession): Promise<ConnectSessionView> {
  const { row, sessionId } = session
  if (!isAlive(row, services.clock.now())) throw expired(row, returnExtras(row, sessionId))
  const connected = row.state === 'completed' ? row.connection_id : null
  const account = row.state === 'awaiting_room_mapping' ? row.connection_id : connected
  return {
    sessionId,
    status: row.state,
    purpose: row.purpose,
    provider: row.provider,
    providers: offeredProviders(services, session),
    copy: row.copy,
    appName: row.display?.appName ?? null,
    appLogoUrl: row.display?.appLogoUrl ?? null,
    privacyUrl: row.display?.privacyUrl ?? null,
    termsUrl: row.display?.termsUrl ?? null,
    locale: row.locale,
    redirectHost: row.redirect_url === null ? null : new URL(row.redirect_url).host,
    state: row.app_state,
    reconnect: row.reconnect,
    sandbox: isSandbox(session.key.scope),
    expiresAt: row.expires_at.toISOString(),
    returnUrl: returnOf(row, sessionId),
    workspaceId: row.workspace_id,
    error: row.error,
    connection: account === null ? null : await viewConnection(services, session, account),
    import: connected === null ? null : await importProgress(services, session.key.scope, connected),
  }
}

/** null while the session is open. */
export const returnOf = (row: ConnectSessionRow, sessionId: string): string | null =>
  isTerminal(row.state) ? addressWith(resultOf(row), row, sessionId) : null

/** What an expired session still shows: how it ended, and the app it came from. */
function returnExtras(row: ConnectSessionRow, sessionId: string): ErrorExtras {
  const result = isTerminal(row.state)
    ? resultOf(row)
    : ({ status: 'error', error: 'session_expired' } as const)
  const address = addressWith(result, row, sessionId)
  return { session_status: row.state, ...(address === null ? {} : { returnUrl: address }) }
}

function addressWith(
  result: SessionReturn['result'],
  row: ConnectSessionRow,
  sessionId: string,
): string | null {
  if (row.redirect_url === null) return null
  return returnUrl(row.redirect_url, {
    sessionId,
    state: row.app_state,
    workspaceId: row.workspace_id,
    result,
  })
}

function resultOf({ state, error }: ConnectSessionRow): SessionReturn['result'] {
  if (state === 'completed') return { status: 'connected' }
  if (state === 'cancelled') return { status: 'cancelled', error: 'cancelled' }
  return { status: 'error', error: error ?? 'failed' }
}

function offeredProviders(services: Services, { key, row }: OpenSession): ConnectSessionView['providers'] {
  const { allowed_providers: allowed } = row
  const here = servicesIn(services, key.scope)
  return Object.values(here.connectors)
    .filter((connector) => isConnectable(connector) && (allowed?.includes(connector.manifest.id) ?? true))
    .map((connector) => {
      // Even in a sandbox the page shows what happens to a real account.
      const { operations } = services.connectors[connector.manifest.id] ?? connector
      const told = { ...connector, operations }
      const consent = consentChoices(here, told, row)
      return { ...providerForm(connector), ...accountUse(told, consent, row), consent }
    })
    .sort((a, b) => (a.displayName < b.displayName ? -1 : 1))
}

/** A migration reads only the records it takes over. */
function accountUse(
  connector: Connector,
  consent: ConnectSessionView['providers'][number]['consent'],
  { purpose, scope }: ConnectSessionRow,
): Pick<ConnectSessionView['providers'][number], 'reads' | 'writes'> {
  const kinds = purpose === 'migrate' ? scope : null
  const reads = readsOf(applyImportScope(connector, kinds))
  const written = new Set(consent ? consent.flatMap(({ writes }) => writes) : writesOf(connector))
  return {
    reads: reads.filter((kind) => kind !== 'guests' || kinds === null || kinds.includes('guests')),
    writes: accountWrites.filter((kind) => written.has(kind)),
  }
}

async function viewConnection(
  services: Services,
  { key: { scope } }: OpenSession,
  id: string,
): Promise<ConnectSessionView['connection']> {
  const row = await connectionById(services.db, scope, id)
  if (!row) return null
  return {
    provider: row.provider,
    accountName: row.account_name,
    externalAccountId: row.external_account_id,
    webhooks: await viewWebhooks(services, scope, id),
  }
}
