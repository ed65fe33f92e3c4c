/** The id is the credential: random, shown once, stored as a hash. It begins with its workspace, so the row can be found. */
import { sessionIdForm } from '../../../contract/connect-session.ts'
import { hashApiKey, randomToken } from '../../../platform/crypto.ts'
import type { Scope } from '../../../platform/tenant.ts'

const form = new RegExp(sessionIdForm)
const randomLength = 32

export const newSessionId = ({ workspaceId }: Scope) => `cs_${workspaceId}_${randomToken(randomLength)}`

export interface SessionKey {
  scope: Scope
  hash: Buffer
}

/** null: the text is no session id. */
export function sessionKey(sessionId: string): SessionKey | null {
  if (!form.test(sessionId)) return null
  const [, workspaceId = ''] = sessionId.split('_')
  return { scope: { workspaceId }, hash: hashApiKey(sessionId) }
}
