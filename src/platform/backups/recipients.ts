/** The public keys that backups are encrypted for. */

/** `unencrypted` has to be written out, because an archive holds the encryption key beside what it encrypts. */
export type Recipients = readonly string[] | 'unencrypted'

export const recipientsForm = 'public keys of age (age1…), comma-separated, or the word unencrypted'

export function parseRecipients(text: string): Recipients {
  if (text.trim() === 'unencrypted') return 'unencrypted'
  const keys = text.split(',').map((part) => part.trim())
  if (keys.every((key) => /^age1[0-9a-z]{50,4000}$/.test(key)) && new Set(keys).size === keys.length)
    return keys
  throw new Error(recipientsForm)
}
