/** Checks and splits a message before anything is fetched or sent. Pure. */
import type { MessageWrites } from '../../../../connector-kit/message-write-operations.ts'
import { largestFile, type MessageRules, type MessageSendBody } from '../../../../contract/message-write.ts'
import { countCharacters } from '../../../../platform/count-characters.ts'
import { ApiError, type ErrorExtras } from '../../../../platform/api-error.ts'
import { isChannelName } from '../../../../records/relay.ts'
import { unsupported } from '../../../../upstream/errors.ts'
import { channelCodesOf } from '../../../../upstream/failure-codes.ts'
import { channelRules } from './channel-rules.ts'
import { findContactInfo } from './contact-info.ts'

export interface SendTarget {
  provider: string
  platform: string | null
  isBooked: boolean
}

/** The joint limits of the vendor and the channel behind it. */
export function rulesOf(writes: MessageWrites, { platform }: Pick<SendTarget, 'platform'>): MessageRules {
  const channel = channelRules(platform)
  const { files } = writes
  return {
    maxLength: writes.maxLength,
    channels: [...writes.channels],
    files: files && {
      types: files.types.filter((type) => channel.fileTypes?.includes(type) ?? true),
      perMessage: files.perMessage,
      maxBytes: Math.min(files.maxBytes, largestFile),
      needText: channel.needText || files.needText === true,
      textApart: files.textApart === true,
    },
    contactInfo: channel.contactInfo,
  }
}

export const textOf = ({ message = '' }: MessageSendBody): string => (message.trim() === '' ? '' : message)

export function assertNotEmpty(body: MessageSendBody): void {
  const files = body.attachments ?? []
  if (textOf(body) === '' && files.length === 0) {
    throw new ApiError('invalid_body', 'There is nothing to send: `message` is empty.', {
      field: 'message',
      ...(body.message === undefined ? {} : { value_received: body.message.slice(0, 200) }),
    })
  }
}

/** Names whose refusal an error reports. */
export const threadExtras = ({ platform, provider }: SendTarget): ErrorExtras => ({
  ...(platform === null ? {} : { channel: platform }),
  ...(isChannelName(provider) ? {} : { pms: provider }),
})

/** A channel's own thread only sends through that channel. */
function wrongChannelError(
  chosen: string,
  rules: MessageRules,
  { platform, provider }: SendTarget,
): ApiError {
  if (isChannelName(provider)) {
    const ways = [...new Set([...(platform === null ? [] : [platform]), ...rules.channels])]
    return new ApiError('invalid_body', `\`channel\` must be ${ways.join(' or ')} in this conversation.`, {
      field: 'channel',
      value_received: chosen.slice(0, 200),
      valid_values: ways,
    })
  }
  const known = rules.channels.length > 0 ? ` other than by ${rules.channels.join(', ')}` : ''
  return unsupported(provider, `choose how a message travels${known}`, ['channel'])
}

/** Throws for what the vendor or channel is known to refuse. */
export function assertAllowed(
  body: MessageSendBody,
  rules: MessageRules,
  thread: SendTarget,
): { channel?: string } {
  const { platform, provider, isBooked } = thread
  const text = textOf(body)
  const count = body.attachments?.length ?? 0
  const refused = (reason: string) =>
    new ApiError('message_not_sent', `The message was not sent: ${reason}`, {
      ...(platform === null ? {} : { channel: platform }),
      statusReason: reason,
    })
  // The thread's own channel is the default anyway.
  const chosen = body.channel === platform ? undefined : body.channel
  if (chosen !== undefined && !rules.channels.includes(chosen)) throw wrongChannelError(chosen, rules, thread)
  const length = countCharacters(text)
  if (length > rules.maxLength)
    throw refused(`the text has ${length} characters; ${rules.maxLength} are possible.`)
  if (count > 0) {
    const channel = channelCodesOf(provider)
    if (!rules.files)
      throw channel
        ? new ApiError(
            'attachments_not_supported',
            undefined,
            { field: 'attachments', ...threadExtras(thread) },
            { fix: channel.unsupportedFix },
          )
        : unsupported(provider, 'send files', ['attachments'])
    if (rules.files.needText && text === '') {
      throw new ApiError('attachment_requires_message', undefined, {
        field: 'message',
        ...threadExtras(thread),
      })
    }
    if (!isBooked && !channelRules(platform).filesBeforeBooking)
      throw refused(`${platform} takes no files before the guest has booked.`)
  }
  return chosen === undefined ? {} : { channel: chosen }
}

export interface FileFacts {
  contentType: string
  sizeBytes: number
}

/** Throws for a file the channel does not take. */
export function assertFile(file: FileFacts, index: number, rules: MessageRules, thread: SendTarget): void {
  const where = { index, field: `attachments[${index}]`, ...threadExtras(thread) }
  if (!rules.files) throw new ApiError('attachments_not_supported', undefined, where)
  const { types, maxBytes } = rules.files
  if (!types.includes(file.contentType)) {
    throw new ApiError(
      'attachment_type_not_supported',
      `File ${index} is ${file.contentType}, which does not travel here.`,
      { ...where, value_received: file.contentType, valid_values: types },
    )
  }
  if (file.sizeBytes > maxBytes) {
    throw new ApiError(
      'attachment_too_large',
      `File ${index} has ${file.sizeBytes} bytes; ${thread.platform ?? thread.provider} takes ${maxBytes} at most.`,
      where,
    )
  }
}

export interface PlannedPart {
  hasText: boolean
  files: number[]
  /** Text of the message. */
  body: string
}

/**
 * The text goes with the first files, or after all files where it must be a message of its own. Surplus files get
 * messages of their own. Where a message needs words, they only number it, in figures, for any language.
 */
export function planParts(text: string, fileCount: number, files: MessageRules['files']): PlannedPart[] {
  const perMessage = files?.perMessage ?? 1
  const places = Array.from({ length: fileCount }, (_, place) => place)
  const starts = fileCount === 0 ? [0] : places.filter((place) => place % perMessage === 0)
  if (files?.textApart === true && fileCount > 0) {
    const alone = starts.map((start) => ({
      ...{ hasText: false, files: places.slice(start, start + perMessage), body: '' },
    }))
    return text === '' ? alone : [...alone, { hasText: true, files: [], body: text }]
  }
  return starts.map((start, index) => {
    const number = files?.needText ? `(${index + 1}/${starts.length})` : ''
    return {
      hasText: text !== '' && index === 0,
      files: places.slice(start, start + perMessage),
      body: index === 0 ? text : number,
    }
  })
}

/** Parts of the text that the channel will remove. */
export function warningsOf(text: string, rules: MessageRules, { platform }: SendTarget) {
  if (rules.contactInfo !== 'removed') return []
  const found = findContactInfo(text)
  if (found.length === 0) return []
  const message = `${platform} takes links, e-mail addresses and phone numbers out of the text.`
  return [{ code: 'contact_info' as const, message, found }]
}
