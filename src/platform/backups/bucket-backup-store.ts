import path from 'node:path'
import { BucketRefusal, fieldOf, recordsOf, type BucketClient } from '../object-store/bucket-client.ts'
import { backupOfFile, type BackupStore, type BackupFile } from './backup-store.ts'

/** Parts have the same size, since some services demand it, and at most 10,000 of them are an object. */
const smallestPart = 16 << 20
const mostParts = 9_000
/** The service takes no larger part. */
const largestPart = 5 * 2 ** 30

const partBytesFor = (mostBytes: number): number => {
  const needed = Math.ceil(mostBytes / mostParts / (1 << 20)) * (1 << 20)
  return Math.min(largestPart, Math.max(smallestPart, needed))
}

/** Joins what arrives to parts of one size; the last one may be smaller. */
async function* partsOf(content: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(partBytes)
  let filled = 0
  for await (const chunk of content)
    for (let at = 0; at < chunk.length;) {
      const taken = Math.min(partBytes - filled, chunk.length - at)
      part.set(chunk.subarray(at, at + taken), filled)
      filled += taken
      at += taken
      if (filled < partBytes) continue
      yield part
      part = Buffer.allocUnsafe(partBytes)
      filled = 0
    }
  if (filled > 0) yield part.subarray(0, filled)
}

interface UploadedPart {
  number: number
  tag: string
}

/** `prefix` is empty or ends with a slash. */
export function bucketBackupStore(client: BucketClient, prefix: string): BackupStore {
  const keyOf = (name: string) => `${prefix}${name}`

  async function* pagesOf(query: Record<string, string>, next: Record<string, string>) {
    let from: Record<string, string> = {}
    for (;;) {
      const { text } = await client.call({ method: 'GET', key: '', query: { ...query, ...from } })
      yield text
      if (fieldOf(text, 'IsTruncated') !== 'true') return
      from = Object.fromEntries(
        Object.entries(next).map(([field, answered]) => [field, fieldOf(text, answered)]),
      )
    }
  }

  async function list(): Promise<BackupFile[]> {
    const files: BackupFile[] = []
    const query = { 'list-type': '2', prefix }
    for await (const text of pagesOf(query, { 'continuation-token': 'NextContinuationToken' }))
      for (const { Key: key = '', Size: bytes, LastModified: modified = '' } of recordsOf(text, 'Contents')) {
        const name = key.slice(prefix.length)
        if (backupOfFile(name) !== null)
          files.push({ name, bytes: Number(bytes), modifiedAt: new Date(modified) })
      }
    return files
  }

  async function upload(
    key: string,
    uploadId: string,
    parts: AsyncIterable<Buffer>,
  ): Promise<UploadedPart[]> {
    const done: UploadedPart[] = []
    for await (const part of parts) {
      const number = done.length + 1
      const query = { partNumber: String(number), uploadId }
      const { headers } = await client.call({ method: 'PUT', key, query, body: part })
      done.push({ number, tag: String(headers.etag) })
    }
    return done
  }

  const abort = (key: string, uploadId: string) =>
    client.call({ method: 'DELETE', key, query: { uploadId } }).catch((error: unknown) => {
      if (!(error instanceof BucketRefusal && error.status === 404)) throw error
    })

  return {
    address: `s3://${path.posix.join(client.bucket, prefix)}`,
    isBucket: true,
    list,
    async write(name, content, mostBytes) {
      const key = keyOf(name)
      const begun = await client.call({
        ...{ method: 'POST', key, query: { uploads: '' } },
        headers: { 'content-type': 'application/octet-stream' },
      })
      const uploadId = fieldOf(begun.text, 'UploadId')
      try {
        const parts = await upload(key, uploadId, partsOf(content, partBytesFor(mostBytes)))
        const body = parts.map(
          ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`,
        )
        await client.call({
          ...{ method: 'POST', key, query: { uploadId }, waitsLong: true },
          body: new TextEncoder().encode(
            `<CompleteMultipartUpload>${body.join('')}</CompleteMultipartUpload>`,
          ),
        })
      } catch (error) {
        // A part that stays is removed as unfinished a day later.
        await abort(key, uploadId).catch(() => {})
        throw error
      }
    },
    read: (name) => client.download(keyOf(name)),
    async remove(name) {
      await client.call({ method: 'DELETE', key: keyOf(name) })
    },
    async removeUnfinished(before) {
      const removed: string[] = []
      const query = { uploads: '', prefix }
      const next = { 'key-marker': 'NextKeyMarker', 'upload-id-marker': 'NextUploadIdMarker' }
      for await (const text of pagesOf(query, next))
        for (const { Key: key = '', UploadId: id = '', Initiated: at = '' } of recordsOf(text, 'Upload')) {
          const name = key.slice(prefix.length)
          if (backupOfFile(name) === null || new Date(at) >= before) continue
          await abort(key, id)
          removed.push(name)
        }
      return removed
    },
  }
}
