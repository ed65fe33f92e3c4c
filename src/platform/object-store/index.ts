/** Creates the store of files that the settings name. */
import path from 'node:path'
import { ConfigError, type Config } from '../config.ts'
import { localObjectStore } from './local.ts'
import type { ObjectStore } from './object-store.ts'
import { s3ObjectStore } from './s3.ts'

export type { ObjectStore } from './object-store.ts'

export function createObjectStore(config: Config): ObjectStore {
  const { s3Bucket, s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey } = config
  if (s3Bucket === undefined) return localObjectStore(path.join(config.dataDir, 'files'))
  if (s3AccessKeyId === undefined || s3SecretAccessKey === undefined) {
    throw new ConfigError('S3_BUCKET is set: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY have to be set too.')
  }
  return s3ObjectStore({
    endpoint: s3Endpoint ?? `https://s3.${s3Region}.amazonaws.com`,
    name: s3Bucket,
    region: s3Region,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
  })
}
