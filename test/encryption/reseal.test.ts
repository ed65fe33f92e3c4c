/** Everything gets another key while others write; what is under the former one at the end is nothing, and stays nothing. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { sealedPlaces } from '../../src/features/sealed-places.ts'
import { changingVault, createVault, DecryptError } from '../../src/platform/crypto.ts'
import { enterFirstKey } from '../../src/platform/encryption/follow-keys.ts'
import { keepKeysOf, keptKeys } from '../../src/platform/encryption/kept-keys.ts'
import { knownKeys } from '../../src/platform/encryption/key-queries.ts'
import { pickTargetKey } from '../../src/platform/encryption/change-key.ts'
import { closeAndProve, resealAll, type ResealDeps } from '../../src/platform/encryption/reseal.ts'
import { countSealedWith, sealedCounts } from '../../src/platform/encryption/seal-queries.ts'
import { assertKeysFit } from '../../src/platform/encryption/assert-keys-fit.ts'
import { parseKeyRing } from '../../src/platform/key-ring.ts'
import { secretContext } from '../../src/features/webhooks/delivery/deliver.ts'
import { credentialsIn, vaultContext } from '../../src/upstream/session.ts'
import { until } from '../harness/until.ts'
import { keyNamed, next, old, older, startEncryptedWorld } from './world.ts'

let made: Awaited<ReturnType<typeof startEncryptedWorld>>
before(async () => {
  made = await startEncryptedWorld()
})
after(() => made.world.close())

const ring = `${next},${old}`
const source = (text: string) => ({ name: 'ENCRYPTION_KEY', file: null, read: () => text })
const resealing = (more: Partial<ResealDeps> = {}): ResealDeps => ({
  db: made.db,
  vault: createVault(ring),
  places: sealedPlaces,
  lost: [],
  progress: () => {},
  ...more,
})

async function underOld(): Promise<number> {
  return countSealedWith(made.db, sealedPlaces, ['old'])
}
async function credentialsRow() {
  const { rows } = await sql<{ credentials: Buffer; credentials_key_id: string }>`
    select credentials, credentials_key_id from connections`.execute(made.db)
  const [row] = rows
  assert.ok(row)
  return row
}

describe('a start', () => {
  it('without a key says which setting lacks it, what it encrypted, and what to do', async () => {
    await assertKeysFit(made.db, sealedPlaces, source(ring))
    await assert.rejects(assertKeysFit(made.db, sealedPlaces, source(next)), (error: Error) => {
      assert.match(error.message, /^ENCRYPTION_KEY does not have the key "old", which encrypted: /)
      assert.match(
        error.message,
        /1 credentials of connected accounts, 1 access tokens of connected accounts/,
      )
      assert.match(error.message, /1 signing secrets of webhooks/)
      assert.match(error.message, /ENCRYPTION_KEY=…,old:<key>/)
      return true
    })
  })

  it('with another key of the same name is refused', async () => {
    await assert.rejects(
      assertKeysFit(made.db, sealedPlaces, source(keyNamed('old'))),
      /^KeyError: ENCRYPTION_KEY: the key "old" is not the one/,
    )
  })
})

describe('encrypting anew', () => {
  it('is told which key is the new one, wherever a stopped command left it', () => {
    const target = (text: string, ...used: string[]) => pickTargetKey(parseKeyRing(text), new Set(used)).id
    assert.equal(target(`${old},${next}`, 'old'), 'next')
    assert.equal(target(`${next},${old}`, 'old'), 'next')
    assert.equal(target(`${next},${old}`, 'old', 'next'), 'next')
  })

  it('stops anywhere and goes on, and never goes over what somebody changed', async () => {
    const all = await underOld()
    assert.ok(all > sealedPlaces.length, `${all} values`)
    const stopping = new AbortController()
    await assert.rejects(
      resealAll(resealing({ signal: stopping.signal, progress: () => stopping.abort(new Error('killed')) })),
      /killed/,
    )
    const left = await underOld()
    assert.ok(left > 0 && left < all, `${left} of ${all}`)

    // Somebody holds the webhook's row and puts another secret in, as a process does that has not the new key first yet.
    const context = secretContext(made.app.scope.workspaceId, made.webhookId)
    const held = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const writer = made.db.transaction().execute(async (tx) => {
      await sql`update webhooks set secret = ${createVault(old).encrypt('whsec_new', context)}, secret_key_id = 'old'`.execute(
        tx,
      )
      held.resolve()
      await release.promise
    })
    await held.promise
    const running = resealAll(
      resealing({
        // It has gone by the webhook then, and comes back to it.
        progress: ({ table }) => table === 'idempotency_keys' && release.resolve(),
      }),
    )
    await writer
    assert.deepEqual(await running, [])
    assert.equal(await underOld(), 0)
    const { rows } = await sql<{ secret: Buffer; secret_key_id: string }>`
      select secret, secret_key_id from webhooks`.execute(made.db)
    assert.equal(createVault(next).decrypt(rows[0]?.secret ?? Buffer.of(), context), 'whsec_new')
    assert.equal(rows[0]?.secret_key_id, 'next')
  })

  it('does nothing a second time', async () => {
    const before = await credentialsRow()
    assert.deepEqual(await resealAll(resealing()), [])
    assert.deepEqual(await credentialsRow(), before)
    assert.equal(before.credentials_key_id, 'next')
  })

  it('leaves all that was there readable with the new key alone', async () => {
    await keepKeysOf(made.db, createVault(ring), parseKeyRing(old)[0], { now: new Date(), leaked: false })
    const signed = made.app.services.vault.sign('resume-link', '1-1')
    made.app.keys.use(next, await keptKeys(made.db, next, new Date()))
    const { credentials } = await credentialsRow()
    const connection = { id: made.connectionId, credentials }
    const { vault } = made.app.services
    assert.equal(
      (credentialsIn(vault, made.app.scope, connection) as { apiKey: string }).apiKey,
      made.world.simulator.credentials['apiKey'],
    )
    assert.ok(vault.verify('resume-link', '1-1', signed), 'links that were sent stay good')
    assert.ok(vault.verify('resume-link', '1-1', createVault(older).sign('resume-link', '1-1')))
    assert.equal(vault.deriveKeys('forgotten guests').length, 3)
    const again = await made.connect({ credentials: made.world.simulator.credentials })
    assert.equal(again.headers['idempotency-status'], 'cached', again.text)
  })

  it('ends the signatures of a key that leaked, and not what guests are known by', async () => {
    await keepKeysOf(made.db, createVault(ring), parseKeyRing(old)[0], { now: new Date(), leaked: true })
    const kept = (await keptKeys(made.db, next, new Date())).filter(({ keyId }) => keyId === 'old')
    assert.deepEqual(
      kept.map(({ purpose }) => purpose),
      ['forgotten guests'],
    )
  })
})

describe('closing', () => {
  it('waits for who writes, and finds what they left', async () => {
    await enterFirstKey(made.db, next)
    const stale = changingVault(old).vault
    const context = vaultContext(made.app.scope, made.connectionId)
    const written = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const writer = made.db.transaction().execute(async (tx) => {
      await sql`update connections set session = ${stale.encrypt('{}', context)}`.execute(tx)
      written.resolve()
      await release.promise
    })
    await written.promise
    const closing = closeAndProve(resealing(), ['old'])
    await until('the key is closed', async () =>
      (await knownKeys(made.db)).some(({ id, closed_at: at }) => id === 'old' && at !== null),
    )
    // What it wrote nobody sees before it has ended.
    assert.equal(await underOld(), 0)
    release.resolve()
    await writer
    assert.deepEqual(await closing, [])
    assert.equal(await underOld(), 0)
  })

  it('refuses what a process with the former key writes, in every column', async () => {
    const [key] = (await knownKeys(made.db)).filter(({ id }) => id === 'old')
    assert.ok(key?.closed_at)
    const stale = changingVault(old).vault
    const guarded = sealedPlaces.filter(
      ({ column }) => !['retired_inbound', 'previous_secret'].includes(column),
    )
    assert.equal(
      guarded.length,
      sealedPlaces.length - 2,
      'the other two are only ever copied from their neighbours',
    )
    for (const { table, column, fields } of guarded) {
      const sealed = stale.encrypt('{}', 'anywhere')
      const value = fields
        ? sql`${JSON.stringify({ sealed: sealed.toString('base64') })}::jsonb`
        : sql`${sealed}`
      const set = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`
      await assert.rejects(set.execute(made.db), { code: '55000' }, `${table}.${column}`)
    }
    await assert.rejects(
      assertKeysFit(made.db, sealedPlaces, source(`${old},${next}`)),
      /^KeyError: ENCRYPTION_KEY: the first key, "old", was replaced and is closed/,
    )
    await assertKeysFit(made.db, sealedPlaces, source(next))
  })

  it('tells what cannot be decrypted, and leaves it as it is', async () => {
    const lost = changingVault(keyNamed('gone')).vault
    await sql`update vendor_access set session = ${lost.encrypt('x', 'y')}`.execute(made.db)
    const [unreadable, ...more] = await resealAll(resealing())
    assert.deepEqual(more, [])
    assert.equal(unreadable?.place.table, 'vendor_access')
    assert.match(unreadable.reason, /key "gone"/)
    assert.deepEqual(await resealAll(resealing({ lost: ['gone'] })), [])
    const places = await Promise.all(sealedPlaces.map((place) => sealedCounts(made.db, place)))
    assert.equal(places.filter((counts) => counts.has('gone')).length, 1)
    assert.throws(() => createVault(ring).decrypt(lost.encrypt('x', 'y'), 'y'), DecryptError)
  })
})
