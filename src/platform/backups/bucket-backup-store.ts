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

async function* pagesOf(
  client: BucketClient,
  query: Record<string, string>,
  next: Record<string, string>,
): AsyncGenerator<string> {
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

async function listFiles(client: BucketClient, prefix: string): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  const query = { 'list-type': '2', prefix }
  for await (const text of pagesOf(client, query, { 'continuation-token': 'NextContinuationToken' }))
    for (const { Key: key = '', Size: bytes, LastModified: modified = '' } of recordsOf(text, 'Contents')) {
      const name = key.slice(prefix.length)
      if (backupOfFile(name) !== null)
        files.push({ name, bytes: Number(bytes), modifiedAt: new Date(modified) })
    }
  return files
}

interface Upload {
  key: string
  uploadId: string
}

async function sendParts(
  client: BucketClient,
  { key, uploadId }: Upload,
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

async function joinParts(client: BucketClient, { key, uploadId }: Upload, parts: readonly UploadedPart[]) {
  const list = parts.map(
    ({ number, tag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`,
  )
  const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
  await client.call({
    ...{ method: 'POST', key, query: { uploadId }, waitsLong: true },
    body: new TextEncoder().encode(body),
  })
}

async function abortUpload(client: BucketClient, { key, uploadId }: Upload): Promise<void> {
  try {
    await client.call({ method: 'DELETE', key, query: { uploadId } })
  } catch (error) {
    if (!(error instanceof BucketRefusal && error.status === 404)) throw error
  }
}

async function removeUploads(client: BucketClient, prefix: string, before: Date): Promise<string[]> {
  const removed: string[] = []
  const query = { uploads: '', prefix }
  const next = { 'key-marker': 'NextKeyMarker', 'upload-id-marker': 'NextUploadIdMarker' }
  for await (const text of pagesOf(client, query, next))
    for (const { Key: key = '', UploadId: uploadId = '', Initiated: at = '' } of recordsOf(text, 'Upload')) {
      const name = key.slice(prefix.length)
      if (backupOfFile(name) === null || new Date(at) >= before) continue
      await abortUpload(client, { key, uploadId })
      removed.push(name)
    }
  return removed
}

/** `prefix` is empty or ends with a slash. */
export const bucketBackupStore = (client: BucketClient, prefix: string): BackupStore => ({
  address: `s3://${path.posix.join(client.bucket, prefix)}`,
  isBucket: true,
  list: () => listFiles(client, prefix),
  async write(name, content, mostBytes) {
    const key = `${prefix}${name}`
    const begun = await client.call({
      ...{ method: 'POST', key, query: { uploads: '' } },
      headers: { 'content-type': 'application/octet-stream' },
    })
    const upload = { key, uploadId: fieldOf(begun.text, 'UploadId') }
    try {
      const parts = await sendParts(client, upload, partsOf(content, partBytesFor(mostBytes)))
      await joinParts(client, upload, parts)
    } catch (error) {
      // A part that stays is removed as unfinished a day later.
      await abortUpload(client, upload).catch(() => {})
      throw error
    }
  },
  read: (name) => client.download(`${prefix}${name}`),
  async remove(name) {
    await client.call({ method: 'DELETE', key: `${prefix}${name}` })
  },
  removeUnfinished: (before) => removeUploads(client, prefix, before),
})
