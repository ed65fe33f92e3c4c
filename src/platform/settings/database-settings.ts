/** These settings concern the database, the direct connection past a pooler, and read replicas. */
import { postgresUrl, postgresUrls } from './parsers.ts'
import { optional, required } from './setting-definition.ts'

export const databaseSettings = {
  databaseUrl: optional({
    name: 'DATABASE_URL',
    parse: postgresUrl,
    default: null,
    whenUnset: 'a private PostgreSQL 18 is started in DATA_DIR',
    description:
      'PostgreSQL server to use, version 15 or newer. Append `?sslmode=verify-full` for TLS with a checked certificate (docs/operate/operations.md, TLS to the database).',
    example: 'postgres://lodgewire:password@db.example.com:5432/lodgewire',
    secret: true,
  }),
  databaseDirectUrl: optional({
    name: 'DATABASE_DIRECT_URL',
    parse: postgresUrl,
    default: null,
    whenUnset: 'DATABASE_URL',
    description:
      'A direct connection to the same database, for when `DATABASE_URL` leads to a pooler such as PgBouncer in transaction mode. Used for notifications, session locks and migrations.',
    example: 'postgres://lodgewire:password@db.example.com:5432/lodgewire',
    secret: true,
  }),
  databaseReadUrls: required({
    name: 'DATABASE_READ_URLS',
    parse: postgresUrls,
    default: '',
    description:
      'Read replicas of that database, separated by commas. Lists and records are read from them. A replica that lags or fails is skipped.',
    example: 'postgres://lodgewire:password@replica.example.com:5432/lodgewire',
    secret: true,
  }),
}
