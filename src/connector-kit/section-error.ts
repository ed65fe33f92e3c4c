/** Some parts of a write are secondary: their failures are reported and do not undo the rest. */
import { VendorError, type VendorErrorKind } from './vendor-error.ts'

/** Names a secondary part that was not done, in the words of `pms.errors`. */
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

/** Returns those changes that the vendor cannot take, each with the reason in words. */
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

/**
 * Runs a later part of the main write. A refusal is reported; an unknown outcome is thrown, because the
 * caller has to find out.
 */
export async function asRefused(section: string, work: () => Promise<unknown>): Promise<SectionError[]> {
  return asSection(section, work, (error) => !unknown.includes(error.kind))
}

/** Runs a secondary part after the main write was done, so its failure is only reported. */
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
