/** Opens the folder or bucket of a backup store. */
import { existsSync, statSync } from 'node:fs'
import type { Config } from '../config.ts'
import { createBucketClient } from '../object-store/bucket-client.ts'
import type { BackupStore } from './backup-store.ts'
import { bucketBackupStore } from './bucket-backup-store.ts'
import { folderBackupStore } from './folder-backup-store.ts'
import type { StoreAddress } from '../settings/backup-parsers.ts'

export function openBackupStore(address: StoreAddress, config: Config): BackupStore {
  if ('folder' in address) return openFolder(address.folder)
  const accessKeyId = config.backupS3AccessKeyId ?? config.s3AccessKeyId
  const secretAccessKey = config.backupS3SecretAccessKey ?? config.s3SecretAccessKey
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error(
      'A bucket needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    )
  const region = config.backupS3Region ?? config.s3Region
  const endpoint = config.backupS3Endpoint ?? config.s3Endpoint ?? `https://s3.${region}.amazonaws.com`
  return bucketBackupStore(
    createBucketClient({ endpoint, name: address.bucket, region, accessKeyId, secretAccessKey }),
    address.prefix,
  )
}

/** A missing folder is not made, because a disk may not be mounted. */
function openFolder(folder: string): BackupStore {
  if (!existsSync(folder)) throw new Error(`${folder} is not there. Make it first, or mount its disk.`)
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file, not a folder.`)
  return folderBackupStore(folder)
}
