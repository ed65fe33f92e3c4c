/** Settings of a process: its addresses, its folder and its roles. */
import path from 'node:path'
import { assertKeyRing } from '../key-ring.ts'
import { httpUrl, integer, oneOf, setOf, text } from './parsers.ts'
import { optional, required } from './setting-definition.ts'

const roles = ['api', 'worker'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export const serverSettings = {
  port: required({
    name: 'PORT',
    parse: integer(0, 65_535),
    default: '4000',
    description: 'TCP port the server listens on. `0` takes any free port.',
    example: '8080',
  }),
  host: required({
    name: 'HOST',
    parse: text(
      /^[A-Za-z0-9.:_-]+$/,
      'an address or host name of this machine, such as 127.0.0.1 or 0.0.0.0',
    ),
    default: '127.0.0.1',
    description: 'Address the server listens on. Set `0.0.0.0` to accept connections from other machines.',
    example: '0.0.0.0',
  }),
  publicUrl: optional({
    name: 'PUBLIC_URL',
    parse: httpUrl,
    default: null,
    whenUnset: 'made from HOST and PORT',
    description:
      'Address at which clients reach the server. Links in answers, webhooks and e-mails start with it.',
    example: 'https://api.example.com',
  }),
  dataDir: required({
    name: 'DATA_DIR',
    parse: (value) => path.resolve(value),
    default: './data',
    description:
      'Folder for the private database, the encryption key, uploaded files and the first API keys. Back it up.',
    example: '/srv/lodgewire',
  }),
  roles: required({
    name: 'ROLES',
    parse: setOf(roles),
    default: 'api,worker',
    description: 'What this process does: `api` answers requests, `worker` runs imports and deliveries.',
    example: 'worker',
  }),
  serviceName: required({
    name: 'SERVICE_NAME',
    parse: text(
      /^[A-Za-z][A-Za-z0-9-]{0,30}$/,
      'letters, digits and hyphens, starting with a letter, at most 31',
    ),
    default: 'Repull',
    description:
      'Name used in header prefixes: `Repull` gives `X-Repull-Signature`, `X-Repull-Event-Id` and so on.',
    example: 'Lodgewire',
  }),
  logLevel: required({
    name: 'LOG_LEVEL',
    parse: oneOf(logLevels),
    default: 'info',
    description: 'Lowest level of log lines that are written.',
    example: 'debug',
  }),
  encryptionKey: optional({
    name: 'ENCRYPTION_KEY',
    parse: assertKeyRing,
    default: null,
    whenUnset: 'created on the first start in DATA_DIR/encryption.key',
    description:
      'Key that encrypts stored credentials: 32 bytes in base64 or hex. To replace a key, list several as `id:key,id:key`: the first encrypts, and all of them decrypt.',
    example: 'the output of `openssl rand -base64 32`',
    secret: true,
  }),
}
