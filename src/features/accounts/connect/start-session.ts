/** Creates connect sessions from an app's request. */
import type { ConnectBody, ConnectSession, ProviderConnectBody } from '../../../contract/connect-request.ts'
import type { AppDisplay } from '../../../contract/connect-session.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { isConnectable } from '../connections/find-connector.ts'
import type { Services } from '../../../services.ts'
import { assertTakesAccounts, insertChildWorkspace, parentWorkspace } from '../../tenancy/public.ts'
import { acceptDisplay } from './app-display.ts'
import type { NewConnectSession } from './queries.ts'
import { acceptRedirect } from './redirect-url.ts'
import { createSession } from './sessions.ts'

/** A session without any options. */
export const plainSession: NewConnectSession = {
  purpose: 'connect',
  provider: null,
  allowedProviders: null,
  renews: null,
  redirectUrl: null,
  appState: null,
  accessType: null,
  reservationHistoryMonths: null,
  locale: null,
  scope: null,
  copy: null,
  display: null,
}

/** Ids that can be connected on this server and are allowed; null: all. */
function allowedProviders(
  services: Pick<Services, 'connectors'>,
  {
    allowedProviders: given,
    allowed_providers: older,
  }: Pick<ConnectBody, 'allowedProviders' | 'allowed_providers'>,
): string[] | null {
  if (given && older && JSON.stringify(given) !== JSON.stringify(older)) {
    throw new ApiError(
      'invalid_body',
      '`allowedProviders` and `allowed_providers` mean the same: send one.',
      {
        field: 'allowed_providers',
      },
    )
  }
  const requestedIds = given ?? older ?? null
  const connectable = Object.values(services.connectors)
    .filter(isConnectable)
    .map(({ manifest }) => manifest.id)
    .sort()
  const ids = connectable.filter((id) => requestedIds?.includes(id) ?? true)
  if (ids.length > 0) return requestedIds === null ? null : ids
  throw new ApiError('provider_unavailable', 'None of these providers can be connected on this server.', {
    field: given ? 'allowedProviders' : 'allowed_providers',
    value_received: requestedIds,
    valid_values: connectable,
  })
}

/** Other languages are left to the browser. */
function acceptLocale(given: string | null | undefined): 'en' | 'fr' | null {
  const locale = given?.toLowerCase()
  return locale === 'en' || locale === 'fr' ? locale : null
}

type SessionRequestBody = Pick<
  ConnectBody,
  'redirectUrl' | 'state' | 'accessType' | 'reservationHistoryMonths' | 'locale' | keyof AppDisplay
>

function parseSessionRequest(services: Services, body: SessionRequestBody): NewConnectSession {
  return {
    ...plainSession,
    redirectUrl: acceptRedirect(body.redirectUrl, { allowLoopback: services.config.allowPrivateTargets }),
    appState: body.state ?? null,
    accessType: body.accessType ?? null,
    reservationHistoryMonths: body.reservationHistoryMonths ?? null,
    locale: acceptLocale(body.locale),
    display: acceptDisplay(body),
  }
}

export async function startSession(
  services: Services,
  tx: Queryable,
  scope: Scope,
  body: ConnectBody,
): Promise<ConnectSession> {
  const purpose = body.purpose ?? 'connect'
  const draft: NewConnectSession = {
    ...parseSessionRequest(services, body),
    purpose,
    allowedProviders: allowedProviders(services, body),
    scope: body.scope ?? null,
    copy: body.copy ?? null,
  }
  const target = purpose === 'migrate' ? await migrationTarget(tx, scope, body) : ownTarget(scope, body)
  // Check first, so that nobody goes through a page whose session cannot finish.
  await assertTakesAccounts(tx, target)
  const { sessionId, url, expiresAt } = await createSession(services, tx, target, draft)
  return {
    sessionId,
    url,
    expiresAt: expiresAt.toISOString(),
    state: draft.appState,
    purpose,
    ...(purpose === 'migrate' ? { workspaceId: target.workspaceId } : {}),
  }
}

function ownTarget(scope: Scope, { workspace }: ConnectBody): Scope {
  if (workspace === undefined) return scope
  throw new ApiError('invalid_body', '`workspace` is for sessions with `purpose` `migrate` only.', {
    field: 'workspace',
  })
}

/** Reconnects the migration that `X-Workspace-Id` names; otherwise starts a new one. */
async function migrationTarget(tx: Queryable, scope: Scope, { workspace }: ConnectBody): Promise<Scope> {
  if ((await parentWorkspace(tx, scope)) !== null) return scope
  if (workspace === undefined) {
    throw new ApiError('invalid_body', '`workspace` is required to begin a migration.', {
      field: 'workspace',
    })
  }
  return insertChildWorkspace(tx, scope, {
    name: workspace.name,
    externalRef: workspace.externalRef ?? null,
  })
}

/** Creates a session that offers this provider only. */
export async function startProviderSession(
  services: Services,
  tx: Queryable,
  scope: Scope,
  provider: string,
  body: ProviderConnectBody,
) {
  const { redirectUrl } = body
  if (redirectUrl === undefined) {
    throw new ApiError('invalid_body', '`redirectUrl` is required when no credentials are sent.', {
      field: 'redirectUrl',
    })
  }
  await assertTakesAccounts(tx, scope)
  const { sessionId, url, expiresAt } = await createSession(services, tx, scope, {
    ...parseSessionRequest(services, { ...body, redirectUrl }),
    provider,
    allowedProviders: [provider],
  })
  const older = provider === 'airbnb' ? { oauthUrl: url } : {}
  return { url, ...older, sessionId, provider, expiresAt: expiresAt.toISOString() }
}
