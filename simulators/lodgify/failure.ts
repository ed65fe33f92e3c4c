import type { VendorAnswer } from '../kit/definition.ts'

const noId = '00000000-0000-0000-0000-000000000000'

/** The vendor's error body. */
export const failure = (status: number, code: string, message: string): VendorAnswer => ({
  status,
  body: { message, code, correlation_id: noId, event_id: noId.replaceAll('-', '') },
})

export const notFound = failure(404, 'NotFound', 'The requested resource was not found.')
export const unauthorized = failure(401, 'NotAuthorized', 'Authorization has been denied for this request.')
export const noRates = failure(400, 'NoRateDefined', 'There are no rates defined for this room type.')
export const rateLimited = failure(429, 'Unknown', 'Rate limit exceeded, too many requests per minute.')

export const invalid = (message: string): VendorAnswer => failure(400, 'ValidationError', message)

/** Messaging and webhooks report errors in another form. */
export const problem = (status: number, title: string): VendorAnswer => ({
  status,
  body: { type: 'about:blank', title, status, detail: title, instance: null },
})
