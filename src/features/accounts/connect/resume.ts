/** The reconnect link: a fresh session for the connection it names. */
import type { ResumedConnection, ResumeRefusal } from '../../../contract/connect-session.ts'
import { connectionById } from '../connections/queries.ts'
import { isConnectable } from '../connections/providers.ts'
import type { Services } from '../../../services.ts'
import { verifyResumeToken } from '../connections/resume-link.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import { makeSession } from './sessions.ts'
import { plainSession } from './start.ts'

export async function resume(
  services: Services,
  token: string | undefined,
): Promise<ResumedConnection | ResumeRefusal> {
  const target = verifyResumeToken(services, token)
  if (!target) return { error: 'invalid_resume_token', reason: 'not issued by this server, or altered' }
  const scope = { workspaceId: target.workspaceId }
  const connection = await connectionById(services.db, scope, target.connectionId)
  if (!connection) return { error: 'bad_account', reason: 'the account is not connected any more' }
  const { provider } = connection
  const connector = servicesIn(services, scope).connectors[provider]
  if (!connector || !isConnectable(connector)) return { error: 'unsupported_channel', channel: provider }
  const { url } = await services.db.transaction().execute((tx) =>
    makeSession(services, tx, scope, {
      ...plainSession,
      provider,
      allowedProviders: [provider],
      renews: connection.id,
    }),
  )
  return { url }
}
