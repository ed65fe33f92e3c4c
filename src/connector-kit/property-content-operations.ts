/** What a property says of itself, section by section, in the words of the channel: it is passed on as it is. */
import type { VendorContext } from './vendor-context.ts'

export interface ContentSection {
  /** Why there is no way, in words. */
  unreadable?: string
  unwritable?: string
  /** What it is written as. */
  shape: 'object' | 'list'
}

export interface PropertyContent {
  sections: Readonly<Record<string, ContentSection>>
  read(context: VendorContext, section: string): Promise<unknown>
  /** Doing it twice does no harm. What the channel says of it. */
  write(context: VendorContext, section: string, content: unknown): Promise<unknown>
}
