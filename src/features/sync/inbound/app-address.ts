/** Some vendors have one address for all accounts. It is derived from the server's key, so nothing is stored. */
import type { Vault } from '../../../platform/crypto.ts'

const purpose = 'app webhook'

export const appWebhookUrl = (vault: Vault, publicUrl: string, provider: string): string =>
  `${publicUrl}/v1/inbound/${provider}/${vault.sign(purpose, provider)}`

/** Former encryption keys of the ring are accepted too. */
export const isAppAddress = (vault: Vault, provider: string, token: string): boolean =>
  vault.verify(purpose, provider, token)
