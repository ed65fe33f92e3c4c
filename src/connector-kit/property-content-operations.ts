/** Reads and writes a property's content section by section, in the channel's words. */
import type { VendorContext } from './vendor-context.ts'

/** Names the field that cannot be sent, and words that follow its name. */
export interface ContentProblem {
  field: string
  message: string
}

export interface PropertyContentSection {
  /** These say in words why reading or writing is impossible. */
  unreadable?: string
  unwritable?: string
  /** The section is this type of JSON. */
  shape: 'object' | 'list'
  /** Some sections are checked here: returns the first part that cannot be sent, or null. */
  problem?(content: unknown): ContentProblem | null
}

export interface PropertyContent {
  sections: Readonly<Record<string, PropertyContentSection>>
  read(context: VendorContext, section: string): Promise<unknown>
  /** A second write of the same content changes nothing. The result holds the channel's remarks. */
  write(context: VendorContext, section: string, content: unknown): Promise<unknown>
}
