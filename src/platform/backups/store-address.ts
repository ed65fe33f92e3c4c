/** Reads where a backup store is. */
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
