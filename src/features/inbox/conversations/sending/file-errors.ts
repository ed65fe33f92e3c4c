/** Errors of message files, for every route that takes some. */
export const fileErrors = [
  'attachments_not_supported',
  'attachment_too_large',
  'attachment_type_not_supported',
  'attachment_unreachable',
  'attachment_url_not_allowed',
  'attachment_storage_failed',
] as const
