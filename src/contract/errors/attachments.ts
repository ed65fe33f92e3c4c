import type { ErrorExtra } from './extra-fields.ts'
import type { ErrorGroup } from './definition.ts'

const ofFile: readonly ErrorExtra[] = ['index', 'field', 'channel', 'pms']

/** All files of a message are checked before anything is sent. */
export const attachmentErrors = {
  attachment_requires_message: {
    source: 'spec',
    status: 422,
    retry: 'never',
    when: 'Booking.com takes a file only together with text, and the message had none.',
    fix: 'Add a `message` to the request.',
    extra: ofFile,
  },
  attachment_too_large: {
    source: 'spec',
    status: 422,
    retry: 'never',
    when: 'A file is larger than 10 MB, or than the channel takes, which `message` then says.',
    fix: 'Make the file at `index` smaller, or put a link to it in the text.',
    extra: ofFile,
  },
  attachment_type_not_supported: {
    source: 'spec',
    status: 422,
    retry: 'never',
    when: "The file's real type, read from its bytes, is not one the channel accepts.",
    fix: 'Convert the file at `index` to one of `valid_values`; renaming it does not help.',
    extra: [...ofFile, 'value_received', 'valid_values'],
  },
  attachment_unreachable: {
    source: 'spec',
    status: 422,
    retry: 'never',
    when: 'The file could not be downloaded: an error status, an empty body, or no answer within 20 seconds.',
    fix: 'Open the URL at `index` without being signed in; when it answers quickly, send the message again with a new `Idempotency-Key`.',
    extra: [...ofFile, 'upstream_status'],
  },
  attachment_url_not_allowed: {
    source: 'spec',
    status: 422,
    retry: 'never',
    when: 'The URL of a file is not a public https address.',
    fix: 'Give an https URL on a public host, without user name or password in it and not redirecting to a private address.',
    extra: [...ofFile, 'value_received'],
  },
  attachments_not_supported: {
    source: 'spec',
    status: 422,
    retry: 'never',
    when: 'The channel, or this endpoint, carries text only.',
    fix: 'Send the text without `attachments`, with a link to the file if the channel allows links.',
    extra: ofFile,
  },
  too_many_attachments: {
    source: 'spec',
    status: 422,
    retry: 'never',
    when: 'The request has more than 5 files.',
    fix: 'Spread the files over several messages of at most 5.',
    extra: [...ofFile, 'limit'],
  },
  attachment_storage_failed: {
    source: 'spec',
    status: 503,
    retry: 'same_key',
    when: 'A file could not be stored on this server, and nothing was sent.',
    fix: 'Send the same request again with the same `Idempotency-Key` after `retry_after` seconds.',
    extra: [...ofFile, 'retry_after'],
  },
} satisfies ErrorGroup
