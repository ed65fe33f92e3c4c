/**
 * Gives each text under docs/ its section, group and place. A text is named by its file without folder and
 * ending, so that moving a file moves no page. Error codes, connectors, decisions and contributors' pages are
 * listed by their folders.
 */

interface DocsGroup {
  title: string
  pages: readonly string[]
}

export interface DocsSection {
  id: 'start' | 'guides' | 'api' | 'operate' | 'internals'
  title: string
  /** The home page and the section's index show this sentence. */
  summary: string
  /** The section begins at this address. */
  href: string
  groups: readonly DocsGroup[]
}

export type SectionId = DocsSection['id']

export const docsSections: readonly DocsSection[] = [
  {
    id: 'start',
    title: 'Get started',
    summary: 'Run the server, make the first request and look around in the sandbox.',
    href: '/docs/guides/quickstart',
    groups: [{ title: 'Get started', pages: ['quickstart', 'sandbox', 'simulators'] }],
  },
  {
    id: 'guides',
    title: 'Guides',
    summary: 'One task each, from connecting an account to moving a portfolio.',
    href: '/docs/guides',
    groups: [
      {
        title: 'Connect',
        pages: ['connecting', 'connect-page', 'vrbo', 'sync', 'failing-vendors', 'certify'],
      },
      { title: 'Read', pages: ['listings', 'schemas'] },
      { title: 'Book', pages: ['reservations', 'idempotency', 'vrbo-api'] },
      { title: 'Look back and ahead', pages: ['figures'] },
      { title: 'Calendar and prices', pages: ['calendar-and-prices', 'ical', 'pricing', 'markets'] },
      { title: 'Talk to guests', pages: ['messages', 'ai', 'forgetting-guests'] },
      { title: 'Be told', pages: ['webhooks'] },
      { title: 'Write programs', pages: ['sdk', 'agents', 'terminal', 'deprecations'] },
      { title: 'Move house', pages: ['migrating', 'export-format'] },
      {
        title: 'Run your account',
        pages: ['console', 'keys', 'members', 'usage', 'plans', 'billing', 'audit', 'key-value'],
      },
    ],
  },
  {
    id: 'api',
    title: 'API reference',
    summary: 'Every operation, event and error code, with requests to paste and to try.',
    href: '/docs/api',
    groups: [],
  },
  {
    id: 'operate',
    title: 'Operate',
    summary: 'Settings, backups, monitoring and keys of your own installation.',
    href: '/docs/operate',
    groups: [
      {
        title: 'Operate',
        pages: [
          'operations',
          'alarms',
          'configuration',
          'command-line',
          'upgrade',
          'releases',
          'backups',
          'recovery',
          'encryption-key',
          'scaling',
          'failover',
          'privacy',
          'data-map',
        ],
      },
    ],
  },
  {
    id: 'internals',
    title: 'Internals',
    summary: 'For contributors: how it is built, measured and proven.',
    href: '/docs/internals',
    groups: [
      { title: 'Accounts', pages: ['reading-accounts', 'conformance', 'test-vendors'] },
      {
        title: 'Channels',
        pages: ['channel-writes', 'vrbo-feeds', 'calendar-files', 'moving-portfolios', 'market-data'],
      },
      {
        title: 'The server',
        pages: [
          'database',
          'tables',
          'counts',
          'revalidation',
          'deliveries',
          'keys-and-limits',
          'request-records',
          'idle-memory',
        ],
      },
      { title: 'Figures', pages: ['benchmarks', 'walks', 'history', 'simulation', 'building'] },
    ],
  },
]

/** Resources come in the order of a reader's day; the names are the tags of the description. */
export const resourceGroups: readonly { title: string; tags: readonly string[] }[] = [
  { title: 'Homes', tags: ['Listings', 'Properties', 'Availability', 'Pricing', 'Markets'] },
  {
    title: 'Guests and stays',
    tags: ['Reservations', 'Figures', 'Guests', 'Conversations', 'Inquiries', 'Reviews', 'AI'],
  },
  { title: 'Accounts', tags: ['Connect', 'Migrations'] },
  { title: 'Channels', tags: ['Airbnb', 'Booking', 'Vrbo', 'Plumguide'] },
  { title: 'Events', tags: ['Webhooks', 'Events'] },
  { title: 'Workspace', tags: ['Keys', 'Plans', 'Members', 'Usage', 'Billing', 'Audit', 'KV', 'Schemas'] },
  { title: 'Server', tags: ['Sandbox', 'Health'] },
]

/** The folder is part of the address; the first texts for newcomers count as guides. */
const folderOf = (section: SectionId) => (section === 'start' ? 'guides' : section)

const sectionByPage = new Map(
  docsSections.flatMap(({ id, groups }) =>
    groups.flatMap(({ pages }) => pages.map((name) => [name, id] as const)),
  ),
)

/** Returns the section of a text, or undefined if the manifest lacks the text. */
export const sectionOfPage = (name: string): SectionId | undefined => sectionByPage.get(name)

/**
 * For example `configuration` → `/docs/operate/configuration`; texts missing in the manifest count as guides.
 */
export const pageAddress = (name: string): string =>
  `/docs/${folderOf(sectionOfPage(name) ?? 'guides')}/${name}`
