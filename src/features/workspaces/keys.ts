import { hashApiKey, randomToken } from '../../platform/crypto.ts'

export type KeyMode = 'live' | 'sandbox'

/** `key` is shown once and never stored; `prefix` tells keys apart in lists. */
export type NewKey = { mode: KeyMode; key: string; prefix: string; hash: Buffer }

/** 40 characters of 62 are 238 random bits. */
const keyLength = 40
const shownLength = 4
const start: Record<KeyMode, string> = { live: 'sk_live_', sandbox: 'sk_test_' }

export function newKey(mode: KeyMode): NewKey {
  const key = start[mode] + randomToken(keyLength)
  return { mode, key, prefix: key.slice(0, start[mode].length + shownLength), hash: hashApiKey(key) }
}
