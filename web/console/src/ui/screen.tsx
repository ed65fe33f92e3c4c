import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

interface ScreenProps {
  title: string
  /** Stands right of the title. */
  actions?: ComponentChildren
  children: ComponentChildren
}

/** A screen with its heading, which is the window's title too. */
export function Screen({ title, actions, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} · Lodgewire`
  }, [title])
  return (
    <>
      <header class="heading">
        <h1>{title}</h1>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}
