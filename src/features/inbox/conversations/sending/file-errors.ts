/** What may be wrong with a file that goes with a message, on every route that takes one. */
export const fileErrors = [
  'attachments_not_supported',
  'attachment_too_large',
  'attachment_type_not_supported',
  'attachment_unreachable',
  'attachment_url_not_allowed',
  'attachment_storage_failed',
] as const
