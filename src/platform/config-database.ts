/** These settings concern the database, the direct connection past a pooler, and read replicas. */
import { postgresUrl, postgresUrls } from './config-parsers.ts'
import { optional, required } from './config-setting.ts'

export const databaseSettings = {
  databaseUrl: optional({
    name: 'DATABASE_URL',
    parse: postgresUrl,
    default: null,
    whenUnset: 'a private PostgreSQL 18 is started in DATA_DIR',
    description:
      'PostgreSQL server to use, version 15 or newer. `?sslmode=verify-full` at its end asks for TLS (docs/operate/operations.md, TLS to the database).',
    example: 'postgres://lodgewire:password@db.example.com:5432/lodgewire',
    secret: true,
  }),
  databaseDirectUrl: optional({
    name: 'DATABASE_DIRECT_URL',
    parse: postgresUrl,
    default: null,
    whenUnset: 'DATABASE_URL',
    description:
      'The same database past a pooler (as PgBouncer in transaction mode) that DATABASE_URL leads to: for notices, for locks that outlast a transaction, and for migrations.',
    example: 'postgres://lodgewire:password@db.example.com:5432/lodgewire',
    secret: true,
  }),
  databaseReadUrls: required({
    name: 'DATABASE_READ_URLS',
    parse: postgresUrls,
    default: '',
    description:
      'Replicas of the database of DATABASE_URL that lists and records are read from, separated by commas. One that lags or fails is left out.',
    example: 'postgres://lodgewire:password@replica.example.com:5432/lodgewire',
    secret: true,
  }),
}
