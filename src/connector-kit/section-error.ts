/** Beside the main matter of a write: what of it was not done is told, and does not undo the rest. */
import { VendorError, type VendorErrorKind } from './vendor-error.ts'

/** Something beside the main matter that was not done, in the words of `pms.errors`. */
export interface SectionError {
  section: string
  code: 'rejected' | 'unavailable' | 'unsupported' | 'not_found' | 'reauth_required' | 'duplicate'
  message: string
}

const codes: Partial<Record<VendorErrorKind, SectionError['code']>> = {
  rejected: 'rejected',
  not_found: 'not_found',
  credentials: 'reauth_required',
  reauth: 'reauth_required',
}

export function sectionError(section: string, error: VendorError): SectionError {
  return { section, code: codes[error.kind] ?? 'unavailable', message: error.vendorMessage ?? error.message }
}

/** Of several changes those that the vendor has no way to take, with why, in words. */
export function untakeable<Change>(
  changes: readonly Change[],
  problemOf: (change: Change) => string | null,
): { index: number; message: string }[] {
  return changes.flatMap((change, index) => {
    const message = problemOf(change)
    return message === null ? [] : [{ index, message }]
  })
}

const unknown: readonly VendorErrorKind[] = ['unavailable', 'timeout', 'malformed']

/** A later part of the matter itself: told when it was not done; of what nobody knows the caller has to find out. */
export async function asRefused(section: string, work: () => Promise<unknown>): Promise<SectionError[]> {
  return asSection(section, work, (error) => !unknown.includes(error.kind))
}

/** Something beside the main matter, which is done: that it fails is only told. */
export async function asSection(
  section: string,
  work: () => Promise<unknown>,
  isTold: (error: VendorError) => boolean = () => true,
): Promise<SectionError[]> {
  try {
    await work()
    return []
  } catch (error) {
    if (!(error instanceof VendorError) || !isTold(error)) throw error
    return [sectionError(section, error)]
  }
}
