import { hashApiKey, randomToken } from '../../../platform/crypto.ts'

export type KeyMode = 'live' | 'sandbox'

/** `key` is shown once and never stored; `prefix` identifies keys in lists. */
export type NewKey = { mode: KeyMode; key: string; prefix: string; hash: Buffer }

/** 40 characters of 62 are 238 random bits. */
const keyLength = 40
const shownLength = 4
const start: Record<KeyMode, string> = { live: 'sk_live_', sandbox: 'sk_test_' }
const sessionStart: Record<KeyMode, string> = { live: 'ms_live_', sandbox: 'ms_test_' }
const agentStart: Record<KeyMode, string> = { live: 'at_live_', sandbox: 'at_test_' }

function newSecret(
  mode: KeyMode,
  begin: string,
): { mode: KeyMode; secret: string; prefix: string; hash: Buffer } {
  const secret = begin + randomToken(keyLength)
  return { mode, secret, prefix: secret.slice(0, begin.length + shownLength), hash: hashApiKey(secret) }
}

export function newKey(mode: KeyMode): NewKey {
  const { secret: key, ...rest } = newSecret(mode, start[mode])
  return { ...rest, key }
}

/** The token a member's session authenticates with. */
export const newSessionToken = (mode: KeyMode) => newToken(mode, sessionStart[mode])

/** The access token of an agent that a member let in. */
export const newAgentToken = (mode: KeyMode) => newToken(mode, agentStart[mode])

function newToken(mode: KeyMode, begin: string) {
  const { secret: token, ...rest } = newSecret(mode, begin)
  return { ...rest, token }
}
