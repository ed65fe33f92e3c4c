/** Addresses of the console, with a link where somebody is to be let in. */
import { signInSeconds, type MailLocale } from '../../../contract/members.ts'
import type { Vault } from '../../../platform/crypto.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { createMemberLink } from './links.ts'
import { consoleAddress, signInUrl } from './mail-texts.ts'
import { newOwnerLink } from './owner-links.ts'
import { firstWorkspaceId, ownerRows } from './queries.ts'

const locale: MailLocale = 'en'

/** What the start of a server prints: a link that makes the first owner while the first workspace has none. */
export async function consoleUrlAtStart(
  db: Queryable,
  { vault, publicUrl, now }: { vault: Vault; publicUrl: string; now: Date },
): Promise<string> {
  const workspaceId = await firstWorkspaceId(db)
  if (workspaceId === undefined || (await ownerRows(db, { workspaceId })).length > 0)
    return consoleAddress(publicUrl)
  return `${consoleAddress(publicUrl)}#token=${newOwnerLink(vault, { workspaceId }, now)}`
}

export interface ConsoleLink {
  url: string
  expiresAt: Date
  /** The address of the person it signs in; null where it makes the first owner. */
  email: string | null
}

/** Throws where the workspace has several owners and none is named, or none has the address. */
export async function createConsoleLink(
  tx: Queryable,
  scope: Scope,
  { vault, publicUrl, email, now }: { vault: Vault; publicUrl: string; email: string | null; now: Date },
): Promise<ConsoleLink> {
  const expiresAt = new Date(now.getTime() + signInSeconds * 1000)
  const owners = await ownerRows(tx, scope)
  if (owners.length === 0)
    return {
      url: `${consoleAddress(publicUrl)}#token=${newOwnerLink(vault, scope, now)}`,
      expiresAt,
      email: null,
    }
  const wanted = email === null ? owners : owners.filter((owner) => owner.email === email.toLowerCase())
  const [owner] = wanted
  if (!owner) throw new Error(`No owner of the workspace has the address ${email}.`)
  if (wanted.length > 1)
    throw new Error(`The workspace has ${wanted.length} owners. Name one: --email ${owner.email}`)
  const token = await createMemberLink(tx, vault, scope, {
    memberId: owner.id,
    purpose: 'sign_in',
    locale,
    now,
    isMailed: false,
  })
  return { url: signInUrl(publicUrl, { locale, token }), expiresAt, email: owner.email }
}
