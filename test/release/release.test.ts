/** What a release is made of, and a dry run of one: without network, tags or commits. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { findRefusedLicences, licenceReport } from '../../scripts/release/licences.ts'
import { closeChangelog, isLeavingOut, readReleaseNotes } from '../../scripts/release/notes.ts'
import { findFileListProblems } from '../../scripts/release/tarball.ts'
import { findChangedMigrations } from '../../scripts/released-migrations.ts'
import { serverVersion } from '../../src/platform/version.ts'
import { root, runScript } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'

const component = (name: string, licence: string) => ({
  name,
  version: '1.0.0',
  licenses: [{ expression: licence }],
})

describe('the changelog at a release', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 0.1.0 (2026-11-28)\n- The first.\n'

  it('gives what is unreleased the version and its day, and begins anew', () => {
    const closed = closeChangelog(changelog, '0.2.0', '2027-01-02')
    assert.match(closed, /## Unreleased\n\n## 0\.2\.0 \(2027-01-02\)\n\n### Added\n- A thing\./)
    assert.equal(readReleaseNotes(closed, '0.2.0'), '### Added\n- A thing.')
    assert.equal(closeChangelog(closed, '0.2.0', '2027-01-02'), closed)
  })

  it('is not closed under a version that would leave out what was written since', () => {
    assert.equal(isLeavingOut(changelog, '0.1.0'), true)
    assert.equal(isLeavingOut(changelog, '0.2.0'), false)
    assert.equal(isLeavingOut(closeChangelog(changelog, '0.2.0', '2027-01-02'), '0.2.0'), false)
  })

  it('has notes for what is unreleased and for a version, and refuses to say nothing', () => {
    assert.equal(readReleaseNotes(changelog, '0.2.0'), '### Added\n- A thing.')
    assert.equal(readReleaseNotes(changelog, '0.1.0'), '- The first.')
    assert.throws(
      () => readReleaseNotes('# Changelog\n\n## Unreleased\n', '0.2.0'),
      /says nothing about 0\.2\.0/,
    )
  })
})

describe('the licences of what runs', () => {
  it('are permissive, or the package is named', () => {
    const bought = [
      component('a', 'GPL-3.0-only'),
      component('b', '(MIT OR GPL-3.0-only)'),
      component('c', 'MIT AND SSPL-1.0'),
    ]
    assert.deepEqual(findRefusedLicences([...bought, { name: 'd', version: '2.0.0' }]), [
      'a 1.0.0: GPL-3.0-only',
      'c 1.0.0: MIT AND SSPL-1.0',
      'd 2.0.0: none',
    ])
  })

  it('are reported licence by licence', () => {
    const report = licenceReport([component('a', 'MIT'), component('b', 'ISC')])
    assert.match(report, /## ISC\n\n- b 1\.0\.0\n\n## MIT\n\n- a 1\.0\.0\n$/)
  })
})

it('a file that is missing in the package, or has no place in it, is named', () => {
  const problems = findFileListProblems(root, [
    'package.json',
    'test/run.ts',
    'simulators/.env',
    'src/main.ts',
  ])
  assert.ok(problems.includes('src/cli.js is missing'))
  assert.ok(problems.includes('db/migrations/0001_workspaces.sql is missing'))
  assert.ok(problems.includes('src/main.ts must not be in it'))
  assert.ok(problems.includes('test/run.ts must not be in it'))
  assert.ok(problems.includes('simulators/.env must not be in it'))
})

it('a released migration that was changed, removed or preceded is named', () => {
  const released = {
    '0001_a.sql': { version: '0.1.0', sha256: 'x' },
    '0003_c.sql': { version: '0.1.0', sha256: 'y' },
  }
  const hash = (file: string) => (file === '0001_a.sql' ? 'z' : 'y')
  assert.deepEqual(findChangedMigrations(released, ['0001_a.sql', '0002_b.sql', '0004_d.sql'], hash), [
    '0001_a.sql was released with 0.1.0 and was changed since.',
    '0003_c.sql was released with 0.1.0 and is gone.',
    '0002_b.sql stands before 0003_c.sql, which was released: give it a higher number.',
  ])
  assert.deepEqual(findChangedMigrations(), [])
})

describe('a dry run', () => {
  let place: ReturnType<typeof testFolder>
  before(() => void (place = testFolder()))
  after(() => place.remove())

  it('makes the package, its bill of materials, the licences, the notes and the checksums', async () => {
    const folder = path.join(place.folder, 'release')
    const run = runScript('scripts/release.ts', ['--dry-run', '--folder', folder])
    assert.equal(await run.ended, 0, run.err())
    assert.match(
      run.out(),
      /^Left out: npm run check, npm run test:all, npm run test:e2e, commit and tag v\d/m,
    )
    const tarball = `lodgewire-${serverVersion}.tgz`
    const names = [
      tarball,
      `lodgewire-sdk-${serverVersion}.tgz`,
      'licences.md',
      'notes.md',
      'provenance.intoto.json',
      'sbom.cdx.json',
      'SHA256SUMS',
    ]
    assert.deepEqual(readdirSync(folder).toSorted(), names.toSorted())
    for (const line of readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
      const [sum, name = ''] = line.split('  ')
      assert.equal(
        createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex'),
        sum,
        name,
      )
    }
    const sdk = JSON.parse(readFileSync(path.join(root, 'sdk/typescript/package.json'), 'utf8'))
    assert.equal(sdk.version, serverVersion)
    const bill = JSON.parse(readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8'))
    assert.deepEqual([bill.bomFormat, bill.metadata.component.name], ['CycloneDX', 'lodgewire'])
    assert.ok(bill.components.some(({ name }: { name: string }) => name === 'fastify'))
    assert.ok(
      !bill.components.some(({ name }: { name: string }) => name === 'oxlint'),
      'what only tests need',
    )
  })
})
