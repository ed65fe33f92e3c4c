/** The pages load the search index as rows of this form. */
export interface SearchEntry {
  kind: 'operation' | 'field' | 'event' | 'error' | 'guide'
  /** Results show the title first. */
  title: string
  /** Results show the section below the title. */
  of: string
  href: string
  /** The lines are searched and quoted. */
  text: string
}
