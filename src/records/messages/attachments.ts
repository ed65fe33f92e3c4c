import type { MessageAttachment } from '../../contract/message.ts'

const mediaKinds = ['image', 'video', 'audio'] as const

export function toAttachment(attachment: Partial<MessageAttachment>): MessageAttachment {
  const url = attachment.url ?? null
  const contentType = attachment.contentType ?? null
  return {
    id: attachment.id ?? null,
    url,
    imageUrl: url,
    type: mediaKinds.find((kind) => contentType?.startsWith(`${kind}/`)) ?? 'file',
    contentType,
    createdAt: attachment.createdAt ?? null,
  }
}

export function toAttachments(stored: readonly object[]): MessageAttachment[] {
  return stored.map((attachment) => toAttachment(attachment))
}
