import { useEffect, useRef } from 'preact/hooks'
import { pathTo } from '../server-root.ts'
import { text, type TextKey } from '../text/text.ts'

interface TabsProps {
  label: string
  /** Address of the section, `/developers`. */
  path: string
  tabs: readonly { id: string; label: TextKey }[]
  open: string
}

/** Parts of a screen, each with an address of its own. On a phone they scroll, and the open one is in view. */
export function Tabs({ label, path, tabs, open }: TabsProps) {
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [open])
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ id, label: name }) => (
        <a
          key={id}
          ref={id === open ? current : null}
          href={pathTo(`${path}/${id}`)}
          aria-current={id === open ? 'page' : undefined}
        >
          {text(name)}
        </a>
      ))}
    </nav>
  )
}
