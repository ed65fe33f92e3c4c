/** The proof in an upload address: who may put which file where, and until when. Nothing is stored for it. */
import type { Vault } from '../../../platform/crypto.ts'
import type { Scope } from '../../../platform/tenant.ts'

export interface UploadGrant {
  workspaceId: string
  listingId: string
  /** Of the file, with its extension. */
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

/** Whose files a path names, as far as it is one of theirs. */
export const isPathOf = ({ workspaceId }: Scope, listingId: string, path: string): boolean =>
  path.startsWith(`${workspaceId}/listings/${listingId}/`)

export function signUpload(vault: Vault, grant: UploadGrant): string {
  const data = [grant.workspaceId, grant.listingId, grant.name, grant.size, grant.expires].join('_')
  return `${data}.${vault.sign(purpose, data)}`
}

/** null: not issued here, altered, or too old. */
export function openUpload(vault: Vault, token: string, now: Date): UploadGrant | null {
  const [, workspaceId, listingId, name, size, expires, signature] = form.exec(token) ?? []
  if (!workspaceId || !listingId || !name || !signature) return null
  const data = token.slice(0, -signature.length - 1)
  if (!vault.verify(purpose, data, signature)) return null
  const grant = { workspaceId, listingId, name, size: Number(size), expires: Number(expires) }
  return grant.expires * 1000 > now.getTime() ? grant : null
}
