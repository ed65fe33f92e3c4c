/** Signed upload grant: who may store which file where, and until when. Nothing is stored for it. */
import type { Vault } from '../../../platform/crypto.ts'
import type { Scope } from '../../../platform/tenant.ts'

export interface UploadGrant {
  workspaceId: string
  listingId: string
  /** File name with its extension. */
  name: string
  /** Bytes. */
  size: number
  /** Seconds since 1970. */
  expires: number
}

const purpose = 'photo-upload'
const form =
  /^([1-9]\d{0,17})_([1-9]\d{0,17})_([A-Za-z0-9]{1,40}\.[a-z]{2,5})_(\d{1,10})_(\d{1,12})\.([A-Za-z0-9_-]{43})$/

export const pathOf = ({ workspaceId, listingId, name }: UploadGrant): string =>
  `${workspaceId}/listings/${listingId}/${name}`

/** Whether the path is one of this listing's files. */
export const isPathOf = ({ workspaceId }: Scope, listingId: string, path: string): boolean =>
  path.startsWith(`${workspaceId}/listings/${listingId}/`)

export function signUpload(vault: Vault, grant: UploadGrant): string {
  const data = [grant.workspaceId, grant.listingId, grant.name, grant.size, grant.expires].join('_')
  return `${data}.${vault.sign(purpose, data)}`
}

/** null: not issued here, altered, or expired. */
export function openUpload(vault: Vault, token: string, now: Date): UploadGrant | null {
  const [, workspaceId, listingId, name, size, expires, signature] = form.exec(token) ?? []
  if (!workspaceId || !listingId || !name || !signature) return null
  const data = token.slice(0, -signature.length - 1)
  if (!vault.verify(purpose, data, signature)) return null
  const grant = { workspaceId, listingId, name, size: Number(size), expires: Number(expires) }
  return grant.expires * 1000 > now.getTime() ? grant : null
}
