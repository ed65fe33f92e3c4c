/** What a section is, as data: everything else is done for all of them alike. */
import type { ContentSection, ContentSections } from '../../../../contract/channel-content/sections.ts'
import type { FieldComparison } from './compare-fields.ts'

export interface AirbnbSection<S extends ContentSection> {
  name: S
  /** What a change asks for, by the names of its fields, and what the channel shows of it (`content` null: it was not read). */
  compared(
    change: ContentSections[S]['change'],
    content: ContentSections[S]['content'] | null,
  ): FieldComparison[]
  /** Other sections that show some of the same: they are read anew. */
  overlaps?: readonly ContentSection[]
  /** Throws where the change is of something that the section does not have. */
  assertThere?(
    change: ContentSections[S]['change'],
    content: ContentSections[S]['content'],
    listingId: string,
  ): void
}
