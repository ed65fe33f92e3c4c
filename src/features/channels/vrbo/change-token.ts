/** A previewed change, signed as proof that it was shown here for this booking. Nothing is stored for it. */
import type { Vault } from '../../../platform/crypto.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { HostChangeRequest } from '../../bookings/public.ts'

export interface ShownChange {
  reservationId: string
  /** Vrbo's token of the change. */
  token: string
  wish: HostChangeRequest
  expiresAt: string
}

const purpose = 'change preview'
const form = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/

export function signChange(vault: Vault, { workspaceId }: Scope, change: ShownChange): string {
  const data = Buffer.from(JSON.stringify({ workspaceId, change })).toString('base64url')
  return `${data}.${vault.sign(purpose, data)}`
}

/** null: not issued here, altered, or of another workspace. */
export function verifyChange(vault: Vault, scope: Scope, token: string): ShownChange | null {
  const [, data, signature] = form.exec(token) ?? []
  if (data === undefined || signature === undefined || !vault.verify(purpose, data, signature)) return null
  const { workspaceId, change } = JSON.parse(Buffer.from(data, 'base64url').toString()) as {
    workspaceId: string
    change: ShownChange
  }
  return workspaceId === scope.workspaceId ? change : null
}
