/** Which workspace is shown, live or sandbox; who is signed in; the language; signing out. */
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { pathTo } from '../server-root.ts'
import { useMember } from '../session.tsx'
import { backToLive, openSandbox, signOut } from '../workspace.ts'
import { chooseLocale, locale, text, wordFor } from '../text/text.ts'
import { ActionButton } from './action-button.tsx'
import { Icon } from './icon.tsx'

export function AccountMenu() {
  const { email, role, workspace, sandbox } = useMember()
  const { route } = useLocation()
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) menu.current?.removeAttribute('open')
    }
    addEventListener('click', closeOutside)
    return () => removeEventListener('click', closeOutside)
  }, [])
  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key === 'Escape') menu.current?.removeAttribute('open')
      }}
    >
      <summary>
        <Icon name="user" /> <span class="cut">{workspace.name}</span>
      </summary>
      <div class="menu-body">
        <p class="small">
          {text('menu.signedIn', { email })}
          <br />
          <span class="soft">{wordFor('role', role)}</span>
        </p>
        {sandbox !== null && (
          <ActionButton kind="link" run={openSandbox} onDone={() => route(pathTo('/'))}>
            {text('menu.sandbox')}
          </ActionButton>
        )}
        {workspace.mode === 'sandbox' && (
          <ActionButton kind="link" run={backToLive} onDone={() => route(pathTo('/'))}>
            {text('menu.live')}
          </ActionButton>
        )}
        <p>
          <button type="button" class="link" onClick={() => chooseLocale(locale === 'en' ? 'fr' : 'en')}>
            {text('menu.otherLanguage')}
          </button>
        </p>
        <ActionButton run={signOut}>{text('menu.signOut')}</ActionButton>
      </div>
    </details>
  )
}
