/** The frame around every screen: navigation, workspace, mode, and which screen an address shows. */
import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { useEffect, useRef, useState } from 'preact/hooks'
import { basePath, pathTo } from './server-root.ts'
import { useMember } from './session.tsx'
import { text, type TextKey } from './text/text.ts'
import { Icon, type IconName } from './ui/icon.tsx'
import { AccountMenu } from './ui/account-menu.tsx'
import { Notices } from './ui/notices.tsx'
import { Missing } from './screens/missing.tsx'
import { Today } from './screens/today.tsx'

const Calendar = lazy(() => import('./screens/calendar.tsx'))
const Reservations = lazy(() => import('./reservations/reservations.tsx'))
const Reservation = lazy(() => import('./reservations/reservation.tsx'))
const Inbox = lazy(() => import('./inbox/inbox.tsx'))
const Listings = lazy(() => import('./listings/listings.tsx'))
const Listing = lazy(() => import('./listings/listing.tsx'))
const Accounts = lazy(() => import('./accounts/accounts.tsx'))
const Account = lazy(() => import('./accounts/account.tsx'))
const Migrations = lazy(() => import('./migrations/migrations.tsx'))
const Migration = lazy(() => import('./migrations/migration.tsx'))
const Pricing = lazy(() => import('./pricing/pricing.tsx'))
const ListingPricing = lazy(() => import('./pricing/listing-pricing.tsx'))
const Market = lazy(() => import('./pricing/market.tsx'))
const Figures = lazy(() => import('./screens/figures.tsx'))
const Developers = lazy(() => import('./screens/developers.tsx'))
const Authorize = lazy(() => import('./screens/authorize.tsx'))
const Settings = lazy(() => import('./screens/settings.tsx'))

interface Section {
  path: string
  label: TextKey
  icon: IconName
}

const sections: readonly Section[] = [
  { path: '/', label: 'nav.today', icon: 'today' },
  { path: '/calendar', label: 'nav.calendar', icon: 'calendar' },
  { path: '/reservations', label: 'nav.reservations', icon: 'bed' },
  { path: '/inbox', label: 'nav.inbox', icon: 'inbox' },
  { path: '/listings', label: 'nav.listings', icon: 'home' },
  { path: '/accounts', label: 'nav.accounts', icon: 'plug' },
  { path: '/migrations', label: 'nav.migrations', icon: 'truck' },
  { path: '/pricing', label: 'nav.pricing', icon: 'coin' },
  { path: '/figures', label: 'nav.figures', icon: 'plot' },
  { path: '/developers', label: 'nav.developers', icon: 'code' },
  { path: '/settings', label: 'nav.settings', icon: 'gear' },
]

const isWithin = (path: string, section: string): boolean =>
  section === '/'
    ? path === basePath || path === `${basePath}/`
    : path === pathTo(section) || path.startsWith(`${pathTo(section)}/`)

function Navigation({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { path } = useLocation()
  return (
    <nav class={isOpen ? 'side open' : 'side'} id="navigation" aria-label={text('nav.label')}>
      <a class="brand" href={pathTo('/')} onClick={close}>
        <Icon name="brand" /> Lodgewire
      </a>
      <ul>
        {sections.map(({ path: to, label, icon }) => (
          <li key={to}>
            <a href={pathTo(to)} aria-current={isWithin(path, to) ? 'page' : undefined} onClick={close}>
              <Icon name={icon} /> <span>{text(label)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Screen readers hear where they are after each change of the address. */
function useFocusOnNavigation() {
  const { path } = useLocation()
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else main.current?.focus()
    scrollTo(0, 0)
  }, [path])
  return main
}

function Frame() {
  const { workspace } = useMember()
  const [isOpen, setOpen] = useState(false)
  const main = useFocusOnNavigation()
  const isSandbox = workspace.mode === 'sandbox'
  return (
    <div class={isSandbox ? 'frame sandbox' : 'frame'}>
      <a class="skip" href="#main">
        {text('nav.skip')}
      </a>
      <Navigation isOpen={isOpen} close={() => setOpen(false)} />
      <header class="top">
        <button
          type="button"
          class="icon menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          aria-label={text('nav.menu')}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="menu" />
        </button>
        {isSandbox && <strong class="mode">{text('mode.sandbox')}</strong>}
        <AccountMenu />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary>
          <Router>
            <Route path={basePath} component={Today} />
            <Route path={pathTo('/')} component={Today} />
            <Route path={pathTo('/calendar')} component={Calendar} />
            <Route path={pathTo('/reservations')} component={Reservations} />
            <Route path={pathTo('/reservations/:id')} component={Reservation} />
            <Route path={pathTo('/inbox')} component={Inbox} />
            <Route path={pathTo('/inbox/:id')} component={Inbox} />
            <Route path={pathTo('/listings')} component={Listings} />
            <Route path={pathTo('/listings/:id')} component={Listing} />
            <Route path={pathTo('/listings/:id/:tab')} component={Listing} />
            <Route path={pathTo('/accounts')} component={Accounts} />
            <Route path={pathTo('/accounts/:provider/:id')} component={Account} />
            <Route path={pathTo('/accounts/:provider/:id/:tab')} component={Account} />
            <Route path={pathTo('/migrations')} component={Migrations} />
            <Route path={pathTo('/migrations/:id')} component={Migration} />
            <Route path={pathTo('/pricing')} component={Pricing} />
            <Route path={pathTo('/pricing/:id')} component={ListingPricing} />
            <Route path={pathTo('/pricing/:id/:tab')} component={ListingPricing} />
            <Route path={pathTo('/markets/:city')} component={Market} />
            <Route path={pathTo('/figures')} component={Figures} />
            <Route path={pathTo('/developers')} component={Developers} />
            <Route path={pathTo('/developers/:tab')} component={Developers} />
            <Route path={pathTo('/developers/:tab/:id')} component={Developers} />
            <Route path={pathTo('/settings')} component={Settings} />
            <Route path={pathTo('/settings/:tab')} component={Settings} />
            <Route path={pathTo('/authorize')} component={Authorize} />
            <Route default component={Missing} />
          </Router>
        </ErrorBoundary>
      </main>
      <Notices />
    </div>
  )
}

export const App = () => (
  <LocationProvider scope={basePath}>
    <Frame />
  </LocationProvider>
)
