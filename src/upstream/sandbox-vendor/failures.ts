/** Certain words in a request make the sandbox provider fail (docs/guides/sandbox.md). */
import { VendorError } from '../../connector-kit/vendor-error.ts'

const failures: Record<string, () => VendorError> = {
  rejected: () => refusal('rejected', 'The sandbox was told to refuse this.'),
  'dates-unavailable': datesTaken,
  'too-late': tooLate,
  'rate-limited': () => refusal('rate_limited', 'Too many calls.', { retryAfterMs: 2_000 }),
  timeout: () => new VendorError('timeout', 'the provider did not answer'),
  // The action is carried out, but its answer is lost.
  lost: () => new VendorError('timeout', 'the provider did not answer'),
}

function refusal(
  kind: 'rejected' | 'rate_limited',
  words: string,
  details: { reason?: 'dates_unavailable' | 'too_late'; retryAfterMs?: number } = {},
): VendorError {
  const status = kind === 'rejected' ? 422 : 429
  return new VendorError(kind, words, { status, vendorMessage: words, ...details })
}

export function datesTaken(): VendorError {
  return refusal('rejected', 'The nights are taken.', { reason: 'dates_unavailable' })
}

export function tooLate(): VendorError {
  return refusal('rejected', 'It was answered before.', { reason: 'too_late' })
}

const trigger = /\bsandbox:([a-z-]+)/

/** Runs the action, or fails if a word in the request demands it. */
export async function throwUnlessTold<T>(request: object, act: () => Promise<T>): Promise<T> {
  const word = trigger.exec(JSON.stringify(request))?.[1]
  const failure = word !== undefined && Object.hasOwn(failures, word) ? failures[word] : undefined
  if (!failure) return act()
  if (word === 'lost') await act()
  throw failure()
}
