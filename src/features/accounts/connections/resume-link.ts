/**
 * The durable link behind `fixUrl`: whoever holds it can put new credentials into one connection and read nothing. It
 * never expires, because it stands in mails and dashboards; it names a connection, and the connection can be removed.
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

/** null: there is none, or it was not issued by this server, or altered. Says nothing about whether the connection is still there. */
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
