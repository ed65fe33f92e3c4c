import { pathTo } from '../server-root.ts'
import { text, type TextKey } from '../text/text.ts'

interface TabsProps {
  label: string
  /** Address of the section, `/developers`. */
  path: string
  tabs: readonly { id: string; label: TextKey }[]
  open: string
}

/** Parts of a screen, each with an address of its own. */
export const Tabs = ({ label, path, tabs, open }: TabsProps) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ id, label: name }) => (
      <a key={id} href={pathTo(`${path}/${id}`)} aria-current={id === open ? 'page' : undefined}>
        {text(name)}
      </a>
    ))}
  </nav>
)
