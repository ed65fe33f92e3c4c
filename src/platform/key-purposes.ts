/**
 * What keys are derived for besides encryption, and for how long what they made is to be known again after the encryption
 * key was replaced.
 */
const hour = 1
const day = 24 * hour

interface KeyPurposeRule {
  /** Null: for ever. */
  hours: number | null
  /** Names things by a hash; whoever knows such a key can forge nothing with it. */
  hashes?: true
}

const keyPurposes = {
  /** Cursors of lists. */
  cursor: { hours: day },
  /** What makes two requests with one `Idempotency-Key` the same; answers are kept for a day. */
  idempotency: { hours: day + hour },
  /** Addresses of uploads, which say themselves when they end. */
  'photo-upload': { hours: day },
  /** Changes of bookings as a channel showed them; they end within the hour. */
  'change preview': { hours: day },
  /** Links by which an account is connected again; they stand in mails. */
  'resume-link': { hours: null },
  /** The address that a channel's webhooks are sent to. */
  'app webhook': { hours: null },
  /** By what forgotten guests are known again. */
  'forgotten guests': { hours: null, hashes: true },
} as const satisfies Record<string, KeyPurposeRule>

export type KeyPurpose = keyof typeof keyPurposes

export const purposeList: readonly (KeyPurposeRule & { purpose: KeyPurpose })[] = Object.entries(
  keyPurposes,
).map(([purpose, about]) => ({ purpose: purpose as KeyPurpose, ...about }))
