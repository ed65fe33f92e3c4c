import { readable } from '../../connector-kit/answers.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { VendorWritten } from './vendor.ts'

/** Reads the result of each element that was sent; the vendor answers 201 even if it accepted none. */
export function readWritten(answer: unknown, count: number): VendorWritten[] {
  const read = readable(VendorWritten, Array.isArray(answer) ? answer : [])
  if (read.length !== count) throw new VendorError('malformed', 'an answer for each element was expected')
  return read
}

/** Returns the vendor's words for a refusal. */
export function reasonOf({ errors }: VendorWritten): string {
  const words = (errors ?? []).map(({ field, message }) => [field, message].filter((part) => part).join(': '))
  return words.join('; ') || 'refused without a reason'
}

/** Returns the result of the only element sent, or throws its refusal. */
export function requireWritten(answer: unknown): VendorWritten {
  const [entry] = readWritten(answer, 1)
  if (entry?.success === true) return entry
  throw new VendorError('rejected', entry === undefined ? 'refused' : reasonOf(entry))
}
