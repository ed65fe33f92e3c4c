import type { VendorAnswer } from '../kit/definition.ts'
import { Refusal } from '../kit/refusal.ts'

/** The vendor's error object, with a number of each answer for its support. */
export const failure = (status: number, message: string): VendorAnswer => ({
  status,
  body: { Message: message, RequestId: requestId(status, message), Details: null },
})

export const notFound = failure(
  404,
  'The operation was not found. Check its address, which is case-sensitive.',
)
export const unauthorized = (token: string): VendorAnswer => failure(401, `Invalid ${token}.`)

export const invalid = (name: string): Refusal => new Refusal(failure(400, `Invalid ${name}.`))
export const forbidden = (message: string): Refusal => new Refusal(failure(403, message))

function requestId(status: number, message: string): string {
  return `${status}${String(message.length).padStart(5, '0')}`.padEnd(12, '0')
}
