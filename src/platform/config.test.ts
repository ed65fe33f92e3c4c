import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { ConfigError, derivePublicUrl, loadConfig } from './config.ts'
import { settingGroups, settings } from './settings/all-settings.ts'

const load = (env: Record<string, string>) => loadConfig(env, null)
const key = Buffer.alloc(32, 7).toString('base64')

test('an empty environment gives the documented defaults', () => {
  const config = load({})
  assert.deepEqual(
    { ...config, roles: [...config.roles], vendorBaseUrls: [...config.vendorBaseUrls] },
    {
      port: 4000,
      host: '127.0.0.1',
      publicUrl: undefined,
      dataDir: path.resolve('data'),
      databaseReadUrls: [],
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      roles: ['api', 'worker'],
      serviceName: 'Repull',
      logLevel: 'info',
      burstLimit: 600,
      trustedProxies: [],
      maxConnections: 2000,
      pageCacheMb: 32,
      requestTimeoutSeconds: 60,
      keepAliveSeconds: 75,
      drainSeconds: 0,
      metricsPort: undefined,
      metricsToken: undefined,
      tracesExporter: undefined,
      tracesDisabled: false,
      tracesEndpoint: undefined,
      otlpEndpoint: undefined,
      tracesHeaders: undefined,
      otlpHeaders: undefined,
      tracesProtocol: undefined,
      otlpProtocol: 'http/protobuf',
      otlpTimeoutMs: 10_000,
      tracesServiceName: undefined,
      tracesResource: undefined,
      tracesSampler: 'parentbased_always_on',
      tracesSamplerArg: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      marketPlans: new Set(['free', 'starter', 'custom']),
      maxConnectSessions: 500,
      maxWebhooks: 50,
      maxKeys: 200,
      encryptionKey: undefined,
      upgradeUrl: undefined,
      operatorApiKey: undefined,
      redisUrl: undefined,
      vendorBaseUrls: [],
      stripeSecretKey: undefined,
      stripeWebhookSecret: undefined,
      stripePrices: [],
      stripeApiBase: undefined,
      billingReturnUrl: undefined,
      aiBaseUrl: undefined,
      aiApiKey: undefined,
      aiModel: undefined,
      aiTimeoutSeconds: 60,
      aiAnswerForm: 'json_schema',
      aiPersonalData: false,
      airbnbClientId: undefined,
      airbnbClientSecret: undefined,
      airbnbWebhookPublicKey: undefined,
      bookingClientId: undefined,
      bookingClientSecret: undefined,
      vrboClientId: undefined,
      vrboClientSecret: undefined,
      vrboContactEmail: undefined,
      airbnbUnverifiedCalls: false,
      bookingUnverifiedCalls: false,
      plumguideUnverifiedCalls: false,
      vrboUnverifiedCalls: false,
      allowPrivateTargets: false,
      eventRetentionDays: 90,
      requestLogDays: 30,
      auditRetentionDays: 400,
      historyRetentionDays: undefined,
      backupTo: undefined,
      backupAt: undefined,
      backupEncryptTo: undefined,
      backupKeep: undefined,
      backupS3Endpoint: undefined,
      backupS3Region: undefined,
      backupS3AccessKeyId: undefined,
      backupS3SecretAccessKey: undefined,
      syncIntervalSeconds: 60,
      exposedAfterSeconds: 60,
      reconciliationHours: 24,
      s3Endpoint: undefined,
      s3Region: 'us-east-1',
      s3Bucket: undefined,
      s3AccessKeyId: undefined,
      s3SecretAccessKey: undefined,
    },
  )
  assert.ok(Object.isFrozen(config))
})

test('a public key may stand in one line, and another kind of key is none', () => {
  const make = { publicKeyEncoding: { type: 'spki', format: 'pem' } } as const
  const secret = { privateKeyEncoding: { type: 'pkcs8', format: 'pem' } } as const
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024, ...make, ...secret })
  const inOneLine = publicKey.replaceAll('\n', String.raw`\n`)
  for (const AIRBNB_WEBHOOK_PUBLIC_KEY of [publicKey, inOneLine]) {
    assert.equal(load({ AIRBNB_WEBHOOK_PUBLIC_KEY }).airbnbWebhookPublicKey, publicKey)
  }
  const { publicKey: ofAnotherKind } = generateKeyPairSync('ed25519', { ...make, ...secret })
  for (const AIRBNB_WEBHOOK_PUBLIC_KEY of ['secret', privateKey, ofAnotherKind, publicKey.slice(0, 90)]) {
    assert.throws(() => load({ AIRBNB_WEBHOOK_PUBLIC_KEY }), /Allowed: a public RSA key in PEM/)
  }
})

test('values are read as what they mean', () => {
  const config = load({
    PUBLIC_URL: 'https://api.example.com/',
    ROLES: 'worker',
    ALLOW_PRIVATE_TARGETS: 'TRUE',
    VENDOR_BASE_URLS: 'hostaway=http://127.0.0.1:4101, guesty=http://127.0.0.1:4102/base/',
  })
  assert.equal(config.publicUrl, 'https://api.example.com')
  assert.deepEqual([...config.roles], ['worker'])
  assert.equal(config.allowPrivateTargets, true)
  assert.deepEqual(Object.fromEntries(config.vendorBaseUrls), {
    hostaway: 'http://127.0.0.1:4101',
    guesty: 'http://127.0.0.1:4102/base',
  })
})

const wrong: [string, string, RegExp][] = [
  ['PORT', 'http', /PORT: "http" .*whole number from 0 to 65535/],
  ['PORT', '70000', /PORT: "70000"/],
  ['PORT', '-1', /PORT: "-1"/],
  ['PORT', '4e3', /PORT: "4e3"/],
  ['HOST', 'my host', /HOST: "my host"/],
  ['PUBLIC_URL', 'api.example.com', /PUBLIC_URL: "api.example.com" .*https?:/],
  ['PUBLIC_URL', 'ftp://example.com', /PUBLIC_URL/],
  ['ROLES', 'api,scheduler', /ROLES: "api,scheduler" .*api, worker/],
  ['ROLES', ',', /ROLES/],
  ['SERVICE_NAME', 'My Service', /SERVICE_NAME: "My Service"/],
  ['LOG_LEVEL', 'verbose', /LOG_LEVEL: "verbose" .*debug/],
  ['BURST_LIMIT', '0', /BURST_LIMIT: "0"/],
  ['TRUSTED_PROXIES', '10', /TRUSTED_PROXIES: "10" .*addresses and ranges/],
  ['TRUSTED_PROXIES', '127.0.0.1,10.1/16', /TRUSTED_PROXIES/],
  ['TRUSTED_PROXIES', '010.0.0.1', /TRUSTED_PROXIES/],
  ['TRUSTED_PROXIES', '10.0.0.0/33', /TRUSTED_PROXIES/],
  ['TRUSTED_PROXIES', 'fd00::/8/8', /TRUSTED_PROXIES/],
  ['VENDOR_BASE_URLS', 'hostaway', /VENDOR_BASE_URLS: "hostaway" .*vendor=address/],
  ['VENDOR_BASE_URLS', 'hostaway=nowhere', /VENDOR_BASE_URLS/],
  ['VENDOR_BASE_URLS', 'a=http://x,a=http://y', /VENDOR_BASE_URLS.*once/],
  ['ALLOW_PRIVATE_TARGETS', 'maybe', /ALLOW_PRIVATE_TARGETS: "maybe" .*true or false/],
  ['SYNC_INTERVAL_SECONDS', '1.5', /SYNC_INTERVAL_SECONDS: "1.5"/],
  ['EXPOSED_AFTER_SECONDS', '0', /EXPOSED_AFTER_SECONDS: "0"/],
]

for (const [name, value, message] of wrong) {
  test(`${name}=${value} is refused in one line that says what is allowed`, () => {
    assert.throws(
      () => load({ [name]: value }),
      (error: Error) =>
        error instanceof ConfigError && message.test(error.message) && !error.message.includes('\n'),
    )
  })
}

test('a refused secret is not shown', () => {
  for (const env of [
    { DATABASE_URL: 'mysql://me:hunter2@host/db' },
    { ENCRYPTION_KEY: 'hunter2' },
    { OPERATOR_API_KEY: 'hunter2' },
    { REDIS_URL: 'http://:hunter2@host' },
  ]) {
    assert.throws(
      () => load(env as Record<string, string>),
      (error: Error) => error instanceof ConfigError && !error.message.includes('hunter2'),
    )
  }
})

test('the key of the operator is long, random, and no key of a workspace', () => {
  const good = 'q7Zr0Tn4Vb8Xc2Lm6Kp1Jh5Gf9Ds3Aw+/='
  assert.equal(load({ OPERATOR_API_KEY: good }).operatorApiKey, good)
  for (const bad of [good.slice(0, 31), 'a'.repeat(64), `sk_live_${good}`, `${good} `, good.repeat(9)]) {
    assert.throws(() => load({ OPERATOR_API_KEY: bad }), ConfigError, bad)
  }
})

test('the key ring takes base64, hex and several named keys', () => {
  const hex = Buffer.alloc(32, 9).toString('hex')
  for (const ring of [key, hex, `new:${key},old:${hex}`])
    assert.equal(load({ ENCRYPTION_KEY: ring }).encryptionKey, ring)
  assert.throws(() => load({ ENCRYPTION_KEY: `a:${key},a:${hex}` }), ConfigError)
})

test('the .env file counts, the environment wins, an empty value is no value', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'config-'))
  try {
    const file = path.join(folder, '.env')
    writeFileSync(file, '# comment\nPORT=5000\nHOST="0.0.0.0"\nBURST_LIMIT=\n')
    const config = loadConfig({ PORT: '5001', HOST: '' }, file)
    assert.deepEqual([config.port, config.host, config.burstLimit], [5001, '0.0.0.0', 600])
    // Windows editors put a byte order mark before the first name.
    writeFileSync(file, '\uFEFFPORT=5002\r\nBURST_LIMIT=7\r\n')
    const marked = loadConfig({}, file)
    assert.deepEqual([marked.port, marked.burstLimit], [5002, 7])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the public address is made from what is listened on', () => {
  assert.equal(derivePublicUrl('127.0.0.1', 4000), 'http://127.0.0.1:4000')
  assert.equal(derivePublicUrl('0.0.0.0', 80), 'http://localhost:80')
  assert.equal(derivePublicUrl('::1', 4000), 'http://[::1]:4000')
})

test('every setting has a description, an example and a default or a word on its absence', () => {
  for (const setting of Object.values(settings)) {
    assert.ok(setting.description && setting.example, setting.name)
    if (setting.default === null) assert.ok('whenUnset' in setting, setting.name)
  }
})

test('no setting stands in two groups', () => {
  const grouped = Object.values(settingGroups).flatMap((group) => Object.keys(group))
  assert.deepEqual(grouped.toSorted(), Object.keys(settings).toSorted())
})
