/**
 * Caches decrypted signing keys by their encrypted value, so a rotated or re-encrypted secret is opened
 * again. The process can decrypt all of them anyway.
 */
import type { Vault } from '../../../platform/crypto.ts'
import { splitSecrets, createSigningKey, type SigningKey } from './signature.ts'

const mostRemembered = 2_000
const openedBy = new WeakMap<Pick<Vault, 'decrypt'>, Map<string, readonly SigningKey[]>>()

/** Opens one encrypted value: the current secret, or all earlier valid ones. */
export function openSigningKeys(
  vault: Pick<Vault, 'decrypt'>,
  sealed: Buffer,
  context: string,
): readonly SigningKey[] {
  let opened = openedBy.get(vault)
  const name = `${context} ${sealed.toString('latin1')}`
  const known = opened?.get(name)
  if (known !== undefined) return known
  if (!opened || opened.size >= mostRemembered) openedBy.set(vault, (opened = new Map()))
  const keys = splitSecrets(vault.decrypt(sealed, context)).map(createSigningKey)
  opened.set(name, keys)
  return keys
}

const readyFor = new WeakMap<readonly Buffer[], readonly SigningKey[]>()

/** Opens all encrypted secrets of an endpoint. */
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
