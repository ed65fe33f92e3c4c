/** The hosted sign-in page: uses a link, asks for one, or shows who is signed in; below `/billing` the plan, to who is. */
import { el } from '../connect/dom.ts'
import { footer } from '../connect/frame.ts'
import { chooseLocale } from '../connect/words.ts'
import { api } from './api.ts'
import { pageIn } from './page.ts'
import { showAsk } from './step-ask.ts'
import { showBilling } from './step-billing.ts'
import { showLink } from './step-link.ts'
import { showMember } from './step-member.ts'

const asked = new URLSearchParams(location.search).get('locale')
const token = new URLSearchParams(location.hash.slice(1)).get('token')
const isBilling = location.pathname.endsWith('/billing')
const page = pageIn(chooseLocale([asked, ...navigator.languages]))
const other = page.locale === 'en' ? 'fr' : 'en'
// The secret goes along to the page in the other language, and stays in no address that is shown or remembered.
const otherLanguage = `?locale=${other}${token === null ? '' : `#token=${encodeURIComponent(token)}`}`

document.documentElement.lang = page.locale
footer(el('a', { href: otherLanguage, lang: other, hreflang: other }, page.text('otherLanguage')))

if (token === null) {
  const answer = await api.me()
  if (answer.ok) await (isBilling ? showBilling : showMember)(page, answer.value)
  else showAsk(page)
} else {
  history.replaceState(null, '', `${location.pathname}${location.search}`)
  showLink(page, token)
}
