/** What the suite has to know to drive what a channel is told of a listing, or of a whole property. */
import type { ContentSection, ContentSections, ItemOf } from '../../contract/channel-content/sections.ts'

/** `time` counts how often it was asked for; `shown` is what stands there now, and the change is to make a difference. */
type ContentChangeFor<Shown, Wanted> = (time: number, shown: Shown) => Wanted

export interface SectionFacts<S extends ContentSection> {
  /** Present exactly when the section is written. */
  change?: ContentChangeFor<ContentSections[S]['content'], ContentSections[S]['change']>
  /** Present exactly when something is made anew in it. */
  item?: ContentChangeFor<ContentSections[S]['content'], ItemOf<S>>
  /** Without what the channel gives anew with every write, such as ids. */
  compared?(content: ContentSections[S]['content']): unknown
}

/** Present exactly for the sections that a connector has. */
export type ListingContentFacts = { readonly [S in ContentSection]?: SectionFacts<S> }

/** Of each section that is read and written. */
export type PropertyContentFacts = Readonly<Record<string, (time: number) => unknown>>
