/**
 * The signing secrets in use, decrypted once each. The process holds the key to all of them anyway. What is remembered belongs to
 * one encrypted value, so that a secret that was replaced, or encrypted anew, is opened again.
 */
import type { Vault } from '../../../platform/crypto.ts'

const mostRemembered = 2_000
const openedBy = new WeakMap<Pick<Vault, 'decrypt'>, Map<string, string>>()

export function openSecret(vault: Pick<Vault, 'decrypt'>, sealed: Buffer, context: string): string {
  let opened = openedBy.get(vault)
  if (!opened || opened.size >= mostRemembered) openedBy.set(vault, (opened = new Map()))
  const name = `${context} ${sealed.toString('latin1')}`
  const known = opened.get(name)
  if (known !== undefined) return known
  const secret = vault.decrypt(sealed, context)
  opened.set(name, secret)
  return secret
}
