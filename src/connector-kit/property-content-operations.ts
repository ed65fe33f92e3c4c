/** What a property says of itself, section by section, in the words of the channel: it is passed on as it is. */
import type { VendorContext } from './vendor-context.ts'

/** What is wrong with content before it is sent: where, and in words that follow its name. */
export interface ContentProblem {
  field: string
  message: string
}

export interface PropertyContentSection {
  /** Why there is no way, in words. */
  unreadable?: string
  unwritable?: string
  /** What it is written as. */
  shape: 'object' | 'list'
  /** Of what is not passed on as it is, what cannot be sent; null: nothing. */
  problem?(content: unknown): ContentProblem | null
}

export interface PropertyContent {
  sections: Readonly<Record<string, PropertyContentSection>>
  read(context: VendorContext, section: string): Promise<unknown>
  /** Doing it twice does no harm. What the channel says of it. */
  write(context: VendorContext, section: string, content: unknown): Promise<unknown>
}
