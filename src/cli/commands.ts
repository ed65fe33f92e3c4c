import type { Command } from './command.ts'

/** In the order of the help. */
export const commands: readonly Command[] = [
  {
    name: 'start',
    summary: 'Start the server; on the first start also set everything up',
    load: async () => (await import('./start.ts')).start,
  },
  {
    name: 'demo',
    summary:
      'Show everything at once: server, a moving simulated PMS, a connected account, arriving webhooks',
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    name: 'doctor',
    summary: 'Check settings, database, disk, clock and outbound access, and say what to do',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'keys create',
    summary: 'Make an API key and print it; it is not shown again',
    load: async () => (await import('./keys.ts')).keysCreate,
  },
  {
    name: 'keys list',
    summary: 'List the API keys, without the keys themselves',
    load: async () => (await import('./keys.ts')).keysList,
  },
  {
    name: 'keys rotate',
    arguments: '<id>',
    summary: 'Give an API key a new secret and print it; the one from before works a day longer',
    load: async () => (await import('./keys-rotate.ts')).keysRotate,
  },
  {
    name: 'keys revoke',
    arguments: '<id or key>',
    summary: 'Make an API key invalid',
    load: async () => (await import('./keys.ts')).keysRevoke,
  },
  {
    name: 'workspaces list',
    summary: 'List the workspaces',
    load: async () => (await import('./workspaces.ts')).workspacesList,
  },
  {
    name: 'members add',
    arguments: '<email>',
    summary: 'Invite a person to a workspace; the way to its first owner',
    load: async () => (await import('./members.ts')).membersAdd,
  },
  {
    name: 'members list',
    summary: 'List the people of all workspaces',
    load: async () => (await import('./members.ts')).membersList,
  },
  {
    name: 'plans list',
    summary: 'List the plans of the workspaces, and what was set otherwise',
    load: async () => (await import('./plans.ts')).plansList,
  },
  {
    name: 'plans show',
    arguments: '<workspace>',
    summary: 'Show the limits of a workspace and how they changed',
    load: async () => (await import('./plans.ts')).plansShow,
  },
  {
    name: 'plans set',
    arguments: '<workspace> <plan>',
    summary: 'Give a workspace another plan',
    load: async () => (await import('./plans.ts')).plansSet,
  },
  {
    name: 'plans limit',
    arguments: '<workspace> <limit> <number>',
    summary: 'Set one limit of a workspace, in place of what its plan says',
    load: async () => (await import('./plans.ts')).plansLimit,
  },
  {
    name: 'plans clear',
    arguments: '<workspace> <limit>',
    summary: "Let the plan's limit hold again",
    load: async () => (await import('./plans.ts')).plansClear,
  },
  {
    name: 'plans sold',
    summary: 'List the plans that are sold, and what each gives',
    load: async () => (await import('./sold-plans.ts')).plansSold,
  },
  {
    name: 'plans sell',
    arguments: '<sold plan> <plan> [limit=number …]',
    summary: 'Set what a sold plan gives',
    load: async () => (await import('./sold-plans.ts')).plansSell,
  },
  {
    name: 'retention show',
    arguments: '<workspace>',
    summary: 'Show how long a workspace keeps guests and histories',
    load: async () => (await import('./retention.ts')).retentionShow,
  },
  {
    name: 'retention preview',
    arguments: '<workspace> [months]',
    summary: 'Show which guests would be forgotten; changes nothing',
    load: async () => (await import('./retention.ts')).retentionPreview,
  },
  {
    name: 'retention guests',
    arguments: '<workspace> <months or off>',
    summary: 'Have guests forgotten so many months after their last stay',
    load: async () => (await import('./retention.ts')).retentionGuests,
  },
  {
    name: 'retention history',
    arguments: '<workspace> <days or off>',
    summary: 'Keep changes of records for so many days',
    load: async () => (await import('./retention.ts')).retentionHistory,
  },
  {
    name: 'markets import',
    arguments: '<folder or files>',
    summary: 'Load the public files of a city, for comparing with its market',
    load: async () => (await import('./markets.ts')).marketsImport,
  },
  {
    name: 'markets list',
    summary: 'List the markets that are loaded',
    load: async () => (await import('./markets.ts')).marketsList,
  },
  {
    name: 'markets remove',
    summary: 'Remove a market with everything that was loaded of it',
    load: async () => (await import('./markets.ts')).marketsRemove,
  },
  {
    name: 'markets events import',
    arguments: '<file>',
    summary: 'Load a calendar or CSV file of events of a market',
    load: async () => (await import('./market-events.ts')).eventsImport,
  },
  {
    name: 'markets events list',
    summary: 'List the files of events that are loaded',
    load: async () => (await import('./market-events.ts')).eventsList,
  },
  {
    name: 'markets events remove',
    summary: 'Take back the events of a file',
    load: async () => (await import('./market-events.ts')).eventsRemove,
  },
  {
    name: 'listen',
    summary: 'Receive events on this machine, test events too; needs no public address',
    load: async () => (await import('./listen.ts')).listen,
  },
  {
    name: 'trigger',
    arguments: '<event>',
    summary: 'Have the server send a made-up event to listen and to the webhooks that ask for its kind',
    load: async () => (await import('./trigger.ts')).trigger,
  },
  {
    name: 'simulate',
    arguments: '<vendor>',
    summary: "Run a stand-in that speaks a vendor's protocol",
    load: async () => (await import('./simulate.ts')).simulate,
  },
  {
    name: 'certify',
    arguments: '<vendor>',
    summary: "Read a vendor's real account, check what comes, and write a report without personal data",
    load: async () => (await import('./certify.ts')).certify,
  },
  {
    name: 'transactions load',
    arguments: '<file>',
    summary: 'Take in the transaction history that a host of Airbnb downloads',
    load: async () => (await import('./transactions.ts')).transactionsLoad,
  },
  {
    name: 'export',
    arguments: '<workspace>',
    summary: 'Write a workspace that was filled by a migration to a file',
    load: async () => (await import('./export.ts')).exportWorkspace,
  },
  {
    name: 'import',
    arguments: '<file>',
    summary: 'Fill an empty workspace from such a file',
    load: async () => (await import('./import.ts')).importFile,
  },
  {
    name: 'backup',
    arguments: '<folder>',
    summary: 'Copy everything a server with its own PostgreSQL keeps to a new folder, while it runs',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'rotate-encryption-key',
    summary: 'Encrypt everything that is stored encrypted with a new key, while servers run',
    load: async () => (await import('./rotate-encryption-key.ts')).rotateEncryptionKey,
  },
  {
    name: 'migrate',
    summary: 'Bring the database to the newest schema (start does this too)',
    load: async () => (await import('./migrate.ts')).migrateDatabase,
  },
  {
    name: 'distribute',
    summary: 'Print the statements that spread the tables over the machines of a Citus coordinator',
    load: async () => (await import('./distribute.ts')).distributeDatabase,
  },
]
