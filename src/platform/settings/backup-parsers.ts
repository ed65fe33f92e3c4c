/** Parsers of the settings of backups, whose values are options of commands too. */
import path from 'node:path'

export type StoreAddress = { folder: string } | { bucket: string; prefix: string }

export const storeAddressForm = 'a folder, or s3://bucket/prefix (letters, digits and . _ - in the prefix)'

const bucketForm = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/

export function parseStoreAddress(text: string): StoreAddress {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { folder: path.resolve(text) }
  const [, bucket, prefix = ''] = bucketForm.exec(text) ?? []
  if (bucket === undefined) throw new Error(storeAddressForm)
  return { bucket, prefix: prefix === '' ? '' : `${prefix.slice(1)}/` }
}

/** `unencrypted` has to be written out, because an archive holds the encryption key beside what it encrypts. */
export type Recipients = readonly string[] | 'unencrypted'

const recipientsForm = 'public keys of age (age1…), comma-separated, or the word unencrypted'

export function parseRecipients(text: string): Recipients {
  if (text.trim() === 'unencrypted') return 'unencrypted'
  const keys = text.split(',').map((part) => part.trim())
  if (keys.every((key) => /^age1[0-9a-z]{50,4000}$/.test(key)) && new Set(keys).size === keys.length)
    return keys
  throw new Error(recipientsForm)
}

export const keepUnits = { d: 'day', w: 'week', m: 'month', y: 'year' } as const
export type KeepUnit = keyof typeof keepUnits

/** Numbers of days, weeks, months and years of which the newest backup is kept. */
export type KeepRule = Readonly<Partial<Record<KeepUnit, number>>>

export const keepRuleForm =
  'numbers of days, weeks, months and years, each unit once, such as 7d,4w,12m (1 to 9999 each)'

export function parseKeepRule(text: string): KeepRule {
  const rule: Partial<Record<KeepUnit, number>> = {}
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, number, unit] = /^([1-9]\d{0,3})([dwmy])$/.exec(part) ?? []
    if (number === undefined || rule[unit as KeepUnit] !== undefined) throw new Error(keepRuleForm)
    rule[unit as KeepUnit] = Number(number)
  }
  return rule
}
