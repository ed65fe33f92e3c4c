/** Files of a message: all are fetched and checked before anything is sent, then stored for the vendor to fetch. */
import path from 'node:path'
import type { OutgoingFile } from '../../../../connector-kit/message-write-operations.ts'
import {
  largestFile,
  type MessageRules,
  type MessageSendBody,
  type SentAttachment,
} from '../../../../contract/message-write.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { randomToken } from '../../../../platform/crypto.ts'
import { createOutbound } from '../../../../platform/outbound/client.ts'
import { download, DownloadFailed } from '../../../../platform/outbound/download.ts'
import { TargetRefused } from '../../../../platform/outbound/target.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import { assertFile, threadExtras, type SendTarget } from './plan.ts'

/** A file as stored with its send. */
export interface StoredMessageFile {
  key: string
  contentType: string
  filename: string
  sizeBytes: number
  sourceUrl: string
}

export interface FetchedFile extends Omit<StoredMessageFile, 'key'> {
  extension: string
  bytes: Buffer
}

type AttachmentBody = NonNullable<MessageSendBody['attachments']>[number]

const timeoutMs = 20_000

/** Reads a picture that was uploaded here; its public address may not lead back to this server. */
async function uploadedBytes(
  { objects, publicUrl }: Services,
  { workspaceId }: Scope,
  url: string,
): Promise<Buffer | null> {
  const folder = `${publicUrl}/files/${workspaceId}/listings/`
  const name = url.startsWith(folder) ? url.slice(folder.length) : ''
  return /^[0-9]+\/[A-Za-z0-9]+\.[a-z]+$/.test(name) ? objects.get(`${workspaceId}/listings/${name}`) : null
}

/** Throws an error for the first file that cannot be sent. */
export async function fetchFiles(
  services: Services,
  scope: Scope,
  attachments: readonly AttachmentBody[],
  rules: MessageRules,
  thread: SendTarget,
): Promise<FetchedFile[]> {
  const { files } = rules
  if (!files || attachments.length === 0) return []
  const outbound = createOutbound({ allowPrivate: services.config.allowPrivateTargets })
  try {
    const fetched = await Promise.allSettled(
      attachments.map(async (file, index) => {
        const bytes =
          (await uploadedBytes(services, scope, file.url)) ??
          (await download(outbound, { url: file.url, timeoutMs, maxBytes: largestFile }).catch(
            (error: unknown) => {
              throw toFileError(error, file, index, thread)
            },
          ))
        const found = await checkFile(file, bytes)
        assertFile(found, index, rules, thread)
        return found
      }),
    )
    return fetched.map((result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
  } finally {
    await outbound.close()
  }
}

async function checkFile({ url, filename }: AttachmentBody, bytes: Buffer): Promise<FetchedFile> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes)
  const extension = type?.ext ?? 'bin'
  return {
    contentType: type?.mime ?? 'application/octet-stream',
    extension,
    filename: nameOf(filename ?? lastSegment(url), extension),
    sizeBytes: bytes.length,
    sourceUrl: url,
    bytes,
  }
}

function lastSegment(url: string): string {
  const segment = path.posix.basename(URL.parse(url)?.pathname ?? '')
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const sameType: Record<string, string> = { jpeg: 'jpg' }

/** A plain file name whose extension fits the content. */
function nameOf(given: string, extension: string): string {
  const plain = path.basename(given.replaceAll('\\', '/')).replaceAll(/[\p{Cc}"<>|*?:]/gu, '')
  const { name, ext } = path.parse(plain)
  const ending = ext.slice(1).toLowerCase()
  const fits = (sameType[ending] ?? ending) === extension
  return `${(name || 'file').slice(0, 180)}.${fits ? ending : extension}`
}

function toFileError(error: unknown, { url }: AttachmentBody, index: number, thread: SendTarget): unknown {
  const where = { index, field: `attachments[${index}]`, ...threadExtras(thread) }
  if (error instanceof TargetRefused) {
    return new ApiError(
      'attachment_url_not_allowed',
      `File ${index}: ${error.message}.`,
      { ...where, value_received: url.slice(0, 200) },
      { cause: error },
    )
  }
  if (!(error instanceof DownloadFailed)) return error
  const code = error.why === 'too_large' ? 'attachment_too_large' : 'attachment_unreachable'
  const status = error.status === undefined ? {} : { upstream_status: error.status }
  const extras = code === 'attachment_unreachable' ? { ...where, ...status } : where
  return new ApiError(code, `File ${index}: ${error.message}.`, extras, { cause: error })
}

/** Stores files where the vendor can fetch them. */
export async function storeFiles(
  { objects, log }: Services,
  { workspaceId }: Scope,
  files: readonly FetchedFile[],
): Promise<StoredMessageFile[]> {
  const kept: StoredMessageFile[] = []
  for (const { bytes, extension, ...file } of files) {
    const key = `${workspaceId}/messages/${randomToken(32)}.${extension}`
    try {
      await objects.put(key, bytes, file.contentType)
    } catch (error) {
      log.error({ err: error }, 'a file of a message could not be stored')
      await deleteFiles({ objects, log }, kept)
      throw new ApiError(
        'attachment_storage_failed',
        'A file could not be stored here; nothing was sent.',
        { index: kept.length, field: `attachments[${kept.length}]`, retry_after: 5 },
        { cause: error },
      )
    }
    kept.push({ key, ...file })
  }
  return kept
}

export async function deleteFiles(
  { objects, log }: Pick<Services, 'objects' | 'log'>,
  files: readonly StoredMessageFile[],
): Promise<void> {
  for (const { key } of files) {
    await objects
      .delete(key)
      .catch((error: unknown) => log.warn({ err: error, key }, 'a file that is not needed was not deleted'))
  }
}

const fileUrl = ({ publicUrl }: Services, key: string) => `${publicUrl}/files/${key}`

export const toOutgoing = (services: Services, file: StoredMessageFile): OutgoingFile => ({
  url: fileUrl(services, file.key),
  contentType: file.contentType,
  filename: file.filename,
  async bytes() {
    const bytes = await services.objects.get(file.key)
    if (bytes === null) throw new Error(`the stored file ${file.key} is gone`)
    return bytes
  },
})

const kinds = ['image', 'video', 'audio'] as const

export const toSentAttachment = (services: Services, file: StoredMessageFile): SentAttachment => ({
  url: fileUrl(services, file.key),
  type: kinds.find((kind) => file.contentType.startsWith(`${kind}/`)) ?? 'file',
  contentType: file.contentType,
  filename: file.filename,
  sizeBytes: file.sizeBytes,
  sourceUrl: file.sourceUrl,
})

/** Files in the form of a stored message. */
export const toStoredAttachment = (services: Services, file: StoredMessageFile, at: Date) => ({
  id: file.key.split('/').at(-1) ?? file.key,
  url: fileUrl(services, file.key),
  contentType: file.contentType,
  createdAt: at.toISOString(),
})
