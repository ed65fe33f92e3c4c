/** Reads and writes the content of channel listings. */
import type { ContentSection, ContentSections, ItemOf } from '../contract/channel-content/sections.ts'
import type { VendorContext } from './vendor-context.ts'

export interface ContentPart<S extends ContentSection> {
  read(context: VendorContext, externalId: string): Promise<ContentSections[S]['content']>
  /** Makes one attempt, which may be repeated without harm. */
  write?(
    context: VendorContext,
    request: { externalId: string; change: ContentSections[S]['change'] },
  ): Promise<void>
  /** Makes one attempt to add an item; each call adds another. Returns the channel's id. */
  add?(context: VendorContext, request: { externalId: string; item: ItemOf<S> }): Promise<string>
  /** No known call can write these fields; the rest can be written. */
  unknownFields?: readonly string[]
}

/** A section that is present counts as a capability. */
export type ChannelContent = { readonly [S in ContentSection]?: ContentPart<S> }
