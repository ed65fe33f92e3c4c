/** Content of a property, section by section, passed on in the channel's words. */
import type { VendorContext } from './vendor-context.ts'

/** Why content cannot be sent: the place, and words that follow its name. */
export interface ContentProblem {
  field: string
  message: string
}

export interface PropertyContentSection {
  /** Why reading or writing is impossible, in words. */
  unreadable?: string
  unwritable?: string
  /** The section's JSON type. */
  shape: 'object' | 'list'
  /** For sections that are checked: what cannot be sent, or null. */
  problem?(content: unknown): ContentProblem | null
}

export interface PropertyContent {
  sections: Readonly<Record<string, PropertyContentSection>>
  read(context: VendorContext, section: string): Promise<unknown>
  /** Idempotent. The result holds the channel's remarks. */
  write(context: VendorContext, section: string, content: unknown): Promise<unknown>
}
