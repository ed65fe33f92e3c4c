/** Reading and writing what a channel listing says of itself. */
import type { ContentSection, ContentSections, ItemOf } from '../contract/channel-content/sections.ts'
import type { VendorContext } from './vendor-context.ts'

export interface ContentPart<S extends ContentSection> {
  read(context: VendorContext, externalId: string): Promise<ContentSections[S]['content']>
  /** One attempt. Doing it twice leaves what doing it once does. */
  write?(
    context: VendorContext,
    wanted: { externalId: string; change: ContentSections[S]['change'] },
  ): Promise<void>
  /** One attempt at something that every call makes anew; answers the channel's id of it. */
  add?(context: VendorContext, wanted: { externalId: string; item: ItemOf<S> }): Promise<string>
  /** Fields of a change for which no call is known; the rest can be written. */
  unknownFields?: readonly string[]
}

/** Presence is capability, section by section. */
export type ChannelContent = { readonly [S in ContentSection]?: ContentPart<S> }
