/** A section as data; all sections share the remaining code. */
import type { ContentSection, ContentSections } from '../../../../contract/channel-content/sections.ts'
import type { FieldComparison } from './compare-fields.ts'

export interface AirbnbSection<S extends ContentSection> {
  name: S
  /** Compares a change's fields with what the channel shows (`content` null: it was not read). */
  compared(
    change: ContentSections[S]['change'],
    content: ContentSections[S]['content'] | null,
  ): FieldComparison[]
  /** Sections that show some of the same data and are read again. */
  overlaps?: readonly ContentSection[]
  /** Throws where the change concerns something the section lacks. */
  assertThere?(
    change: ContentSections[S]['change'],
    content: ContentSections[S]['content'],
    listingId: string,
  ): void
}
