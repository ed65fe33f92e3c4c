/** The suite needs these facts to drive a listing's or a property's content at a channel. */
import type { ContentSection, ContentSections, ItemOf } from '../../contract/channel-content/sections.ts'

/**
 * `time` counts the requests for a change; `current` is the content before, and the change must differ from
 * it.
 */
type ContentChangeFor<Shown, Wanted> = (time: number, current: Shown) => Wanted

export interface SectionFacts<S extends ContentSection> {
  /** Present exactly when the section is written. */
  change?: ContentChangeFor<ContentSections[S]['content'], ContentSections[S]['change']>
  /** Present exactly when items are added to the section. */
  item?: ContentChangeFor<ContentSections[S]['content'], ItemOf<S>>
  /** Leaves out the parts that the channel renews with every write, such as ids. */
  compared?(content: ContentSections[S]['content']): unknown
}

export type ListingContentFacts = { readonly [S in ContentSection]?: SectionFacts<S> }

/** Holds a change for each section that is read and written. */
export type PropertyContentFacts = Readonly<Record<string, (time: number) => unknown>>
