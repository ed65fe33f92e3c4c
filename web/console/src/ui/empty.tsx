import type { ComponentChildren } from 'preact'

/** An empty place says what would be here and how it comes here. */
export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
)
