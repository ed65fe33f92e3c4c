/** The hosted connect page: reads its session and shows the step it is at. */
import { arrivalAt, type Arrival } from './arrival.ts'
import { appBanner, appLinks } from './app-banner.ts'
import { connectApi, problemOf } from './api.ts'
import { el } from './dom.ts'
import { showEnded, showUnread } from './ending.ts'
import { footer } from './frame.ts'
import { webAddress } from './message.ts'
import type { Page, Step } from './page.ts'
import { endsSession } from './problem.ts'
import { isClaim, mapsUnits, providerOf, type Session } from './session.ts'
import { showChecking, showConsent } from './step-consent.ts'
import { showForm } from './step-form.ts'
import { showConnected } from './step-import.ts'
import { showPicker } from './step-pick.ts'
import { showRooms } from './step-rooms.ts'
import { chooseLocale, wordsFor, type Locale, type Words } from './text.ts'

const lastPart = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
const arrival = arrivalAt(lastPart, new URLSearchParams(location.search), Date.now())
const sessionId = arrival?.sessionId ?? lastPart
// Neither the answer nor its mark stays in the address, and loading the page again is loading the session.
if (arrival) history.replaceState(null, '', encodeURIComponent(sessionId))
const api = connectApi(sessionId, location.href)
const askedLocale = new URLSearchParams(location.search).get('locale')

function localeFor(session: Session | null): Locale {
  return chooseLocale([askedLocale, session?.locale, ...navigator.languages])
}

async function refresh(): Promise<Session | null> {
  const answer = await api.read()
  if (!answer.ok) {
    showUnread(pageFor(null, webAddress(answer.problem.returnUrl)?.host), answer.problem)
    return null
  }
  showSession(pageFor(answer.value, answer.value.redirectHost), answer.value)
  return answer.value
}

function showSession(page: Page, session: Session): void {
  if (session.status === 'completed') return showConnected(page, session)
  if (session.status === 'cancelled' || session.status === 'errored') return showEnded(page, session)
  if (session.status === 'awaiting_room_mapping') return showRooms(page, session)
  if (session.provider !== null) return page.showForm(session, session.provider)
  const [only, ...more] = session.providers
  if (only && more.length === 0) return page.showForm(session, only.id)
  page.showPicker(session)
}

const order: readonly Step[] = ['pick', 'form', 'rooms', 'import']

function pageFor(session: Session | null, host: string | null | undefined): Page {
  const words = wordsFor(localeFor(session))
  speak(words, session)
  const shownHost = host ?? words.text('app')
  const page: Page = {
    api,
    words,
    host: shownHost,
    // A person who comes back from a provider is not at the address of the session, whose policy alone allows its logo.
    banner: (shown, provider) =>
      appBanner(shown, words, {
        host: shownHost,
        provider: provider?.displayName,
        logo: arrival === null,
      }),
    step(name, session, provider = providerOf(session)) {
      const isLeftOut = {
        pick: session.providers.length <= 1,
        rooms: !isClaim(session, provider) && !mapsUnits(session, provider),
      }
      const steps = order.filter((step) => (step === 'pick' || step === 'rooms' ? !isLeftOut[step] : true))
      return words.text('step', { n: steps.indexOf(name) + 1, total: steps.length })
    },
    refresh,
    showForm(shown, id, problem) {
      const provider = shown.providers.find((one) => one.id === id)
      if (!provider) return showPicker(page, shown)
      const { consent } = provider
      if (consent) showConsent(page, shown, provider, { consent, problem: problem ?? null })
      else showForm(page, shown, provider)
    },
    showPicker: (shown) => showPicker(page, shown),
  }
  return page
}

/** The language of the page, and at its foot the links of the app and the one to the other language. */
function speak(words: Words, session: Session | null): void {
  const { locale, text } = words
  document.documentElement.lang = locale
  const other: Locale = locale === 'en' ? 'fr' : 'en'
  footer(
    ...appLinks(session, words),
    el('a', { href: `?locale=${other}`, lang: other, hreflang: other }, text('otherLanguage')),
  )
}

/** Somebody is back from the provider's page: what it gave is the credential that the account is connected with. */
async function arrive({ provider, code, scope, problem }: Arrival): Promise<void> {
  const session = await refresh()
  if (session?.status !== 'pending') return
  const page = pageFor(session, session.redirectHost)
  const name = session.providers.find(({ id }) => id === provider)?.displayName ?? provider
  if (code === null) return page.showForm(session, provider, problemOf(problem))
  showChecking(page, name)
  const credentials = { code, ...(scope === null ? {} : { scope }) }
  const answer = await api.connect(provider, credentials, { mapUnits: true })
  if (answer.ok || endsSession(answer.problem)) return void (await refresh())
  page.showForm(session, provider, answer.problem)
}

if (arrival) await arrive(arrival)
else await refresh()
