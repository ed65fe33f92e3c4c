/**
 * The signing keys in use: each secret is decrypted and made ready once. The process holds the key to all of them anyway. What is
 * remembered belongs to one encrypted value, so that a secret that was replaced, or encrypted anew, is opened again.
 */
import type { Vault } from '../../../platform/crypto.ts'
import { splitSecrets, createSigningKey, type SigningKey } from './signature.ts'

const mostRemembered = 2_000
const openedBy = new WeakMap<Pick<Vault, 'decrypt'>, Map<string, readonly SigningKey[]>>()

/** What is sealed as one: the secret that counts, or all that did before it. */
export function openSigningKeys(
  vault: Pick<Vault, 'decrypt'>,
  sealed: Buffer,
  context: string,
): readonly SigningKey[] {
  let opened = openedBy.get(vault)
  if (!opened || opened.size >= mostRemembered) openedBy.set(vault, (opened = new Map()))
  const name = `${context} ${sealed.toString('latin1')}`
  const known = opened.get(name)
  if (known !== undefined) return known
  const keys = splitSecrets(vault.decrypt(sealed, context)).map(createSigningKey)
  opened.set(name, keys)
  return keys
}

const readyFor = new WeakMap<readonly Buffer[], readonly SigningKey[]>()

/** The same of the secrets of an endpoint, as a claim brought them for all that goes there. */
export function openEndpointKeys(
  vault: Pick<Vault, 'decrypt'>,
  sealed: readonly Buffer[],
  context: string,
): readonly SigningKey[] {
  const known = readyFor.get(sealed)
  if (known) return known
  const keys = sealed.flatMap((one) => openSigningKeys(vault, one, context))
  readyFor.set(sealed, keys)
  return keys
}
