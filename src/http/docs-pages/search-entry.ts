/** A row of the index of the search, as the pages load it. */
export interface SearchEntry {
  kind: 'operation' | 'field' | 'event' | 'error' | 'guide'
  /** What is shown first. */
  title: string
  /** Where it belongs. */
  of: string
  href: string
  /** What is said there, as lines. */
  text: string
}
