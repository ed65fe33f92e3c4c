/** Which app asks for the account, as it gave itself to be shown, and where its rules stand. */
import { el, type Child } from './dom.ts'
import { webAddress } from './message.ts'
import type { Session } from './session.ts'
import type { Words } from './text.ts'

const secureAddress = (text: string | null): string | null => {
  const url = webAddress(text)
  return url?.protocol === 'https:' ? url.href : null
}

/** `logo` false: the policy of the page lets none be loaded. */
export function appBanner(
  { appName, appLogoUrl, sandbox }: Session,
  words: Words,
  { host, provider, logo }: { host: string; provider: string | undefined; logo: boolean },
): Child {
  const source = logo ? secureAddress(appLogoUrl) : null
  const isShown = appName !== null || source !== null
  if (!isShown && !sandbox) return null
  const app = appName ?? host
  const key = provider === undefined ? ('.any' as const) : ''
  const names = { app, provider: provider ?? '' }
  return el(
    'div',
    {},
    sandbox && el('p', { class: 'quote small' }, words.text(`sandbox.note${key}`, names)),
    isShown &&
      el(
        'div',
        { class: 'asks' },
        source !== null && image(source),
        el('p', {}, words.text(`app.asks${key}`, names)),
      ),
  )
}

/** The name stands beside it, so it is not read out. */
function image(source: string): HTMLElement {
  const logo = el('img', { alt: '', referrerpolicy: 'no-referrer', decoding: 'async' })
  logo.addEventListener('error', () => logo.remove())
  // Last: what is set before holds for the request.
  logo.src = source
  return logo
}

/** Links to the rules of the app, for the foot of the page. */
export function appLinks(session: Session | null, { text }: Words): Child[] {
  const given = [
    [secureAddress(session?.privacyUrl ?? null), text('foot.privacy')],
    [secureAddress(session?.termsUrl ?? null), text('foot.terms')],
  ] as const
  return given.map(
    ([href, name]) =>
      href !== null &&
      el(
        'a',
        { href, target: '_blank', rel: 'noopener noreferrer' },
        name,
        el('span', { class: 'unseen' }, ` (${text('newTab')})`),
      ),
  )
}
