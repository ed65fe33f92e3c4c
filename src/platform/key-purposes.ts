/** Purposes that keys are derived for, and how long their results stay valid after the encryption key was replaced. */
const hour = 1
const day = 24 * hour

interface KeyPurposeRule {
  /** Null means for ever. */
  hours: number | null
  /** Such a key only hashes names; whoever knows it can forge nothing. */
  hashes?: true
}

const keyPurposes = {
  /** Cursors of lists. */
  cursor: { hours: day },
  /** Digests that identify a request with an `Idempotency-Key`; answers are kept for a day. */
  idempotency: { hours: day + hour },
  /** URLs of uploads, which contain their own expiry. */
  'photo-upload': { hours: day },
  /** Previews of booking changes at a channel; they expire within the hour. */
  'change preview': { hours: day },
  /** Links by which an account is reconnected; they are in mails. */
  'resume-link': { hours: null },
  /** The address that a channel's webhooks are sent to. */
  'app webhook': { hours: null },
  /** Hashes that recognise guests who were erased. */
  'forgotten guests': { hours: null, hashes: true },
} as const satisfies Record<string, KeyPurposeRule>

export type KeyPurpose = keyof typeof keyPurposes

export const purposeList: readonly (KeyPurposeRule & { purpose: KeyPurpose })[] = Object.entries(
  keyPurposes,
).map(([purpose, about]) => ({ purpose: purpose as KeyPurpose, ...about }))
