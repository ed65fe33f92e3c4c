/**
 * The durable link behind `fixUrl`: its holder can renew one connection's credentials and read nothing. It never
 * expires, because mails and dashboards contain it; the connection can be removed instead.
 */
import type { Services } from '../../../services.ts'

export interface ResumeTarget {
  workspaceId: string
  connectionId: string
}

const purpose = 'resume-link'
const tokenForm = /^([1-9]\d{0,17})-([1-9]\d{0,17})\.([A-Za-z0-9_-]{43})$/

const signed = ({ workspaceId, connectionId }: ResumeTarget) => `${workspaceId}-${connectionId}`

export function resumeUrl(services: Pick<Services, 'vault' | 'publicUrl'>, target: ResumeTarget): string {
  const token = `${signed(target)}.${services.vault.sign(purpose, signed(target))}`
  return `${services.publicUrl}/v1/connect/resume?t=${token}`
}

/** null: the token is missing, altered or not issued here. Does not say whether the connection still exists. */
export function verifyResumeToken(
  { vault }: Pick<Services, 'vault'>,
  token: string | undefined,
): ResumeTarget | null {
  if (token === undefined) return null
  const [, workspaceId, connectionId, signature] = tokenForm.exec(token) ?? []
  if (!workspaceId || !connectionId || !signature) return null
  const target = { workspaceId, connectionId }
  return vault.verify(purpose, signed(target), signature) ? target : null
}
