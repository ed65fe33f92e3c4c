import { VendorError } from './vendor-error.ts'
import type { VendorErrorKind } from './vendor-error.ts'

const nullFor = async <T>(
  answer: Promise<T>,
  isMissing: (error: VendorError) => boolean,
): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof VendorError && isMissing(error)) return null
    throw error
  })

const refused: readonly VendorErrorKind[] = ['not_found', 'rejected']

/** null instead of an error for what the vendor no longer has. */
export const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
  nullFor(answer, ({ kind }) => kind === 'not_found')

/** null instead of an error for what the vendor no longer has, or refuses to read. */
export const orRefused = <T>(answer: Promise<T>): Promise<T | null> =>
  nullFor(answer, ({ kind }) => refused.includes(kind))

/** null instead of an error for a part of the API that this account has not paid for or signed for. */
export const orLocked = <T>(answer: Promise<T>): Promise<T | null> =>
  nullFor(answer, ({ status }) => status === 403)

/** null instead of a refusal with these words of the vendor. */
export const orUnset = <T>(answer: Promise<T>, words: string): Promise<T | null> =>
  nullFor(answer, ({ vendorMessage }) => vendorMessage?.startsWith(words) === true)
