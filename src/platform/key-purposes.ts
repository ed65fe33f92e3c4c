/**
 * Keys are derived for these purposes, and their results stay valid for a while after the encryption key was
 * replaced.
 */
const hour = 1
const day = 24 * hour

interface KeyPurposeRule {
  /** Null means that they stay valid for ever. */
  hours: number | null
  /** The key only hashes names; whoever knows it can forge nothing. */
  hashes?: true
}

const keyPurposes = {
  cursor: { hours: day },
  /** The digest identifies a request with an `Idempotency-Key`; answers are kept for a day. */
  idempotency: { hours: day + hour },
  /** URLs of uploads contain their own expiry. */
  'photo-upload': { hours: day },
  /** Previews of booking changes at a channel expire within the hour. */
  'change preview': { hours: day },
  /** Mails contain these links, which reconnect an account. */
  'resume-link': { hours: null },
  /** Links make the first owner of a workspace, and open for 15 minutes. */
  'owner link': { hours: hour },
  /** A channel sends its webhooks to this address. */
  'app webhook': { hours: null },
  /** Hashes recognise guests who were erased. */
  'forgotten guests': { hours: null, hashes: true },
} as const satisfies Record<string, KeyPurposeRule>

export type KeyPurpose = keyof typeof keyPurposes

export const purposeList: readonly (KeyPurposeRule & { purpose: KeyPurpose })[] = Object.entries(
  keyPurposes,
).map(([purpose, about]) => ({ purpose: purpose as KeyPurpose, ...about }))
