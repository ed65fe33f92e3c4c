/** The one address of a vendor that has one for all accounts. It is made of the server's own key, so nothing is stored of it. */
import type { Vault } from '../../../platform/crypto.ts'

const purpose = 'app webhook'

export const appWebhookUrl = (vault: Vault, publicUrl: string, provider: string): string =>
  `${publicUrl}/v1/inbound/${provider}/${vault.sign(purpose, provider)}`

/** A former encryption key of the ring still opens it. */
export const isAppAddress = (vault: Vault, provider: string, token: string): boolean =>
  vault.verify(purpose, provider, token)
