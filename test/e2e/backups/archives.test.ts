/** Archives in a folder: a server goes on from them, the tools of others read them, and what is damaged is refused. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { withoutTools } from '../../harness/tools.ts'
import {
  makeAgeKey,
  makeFolder,
  picture,
  startBackedUpServer,
  type AgeKey,
  type BackedUpServer,
} from './server.ts'

const shell = promisify(execFile)
const asText = (...lines: string[]) => `${lines.join('\n')}\n`

const withoutOthersTools = withoutTools('Archives are', ['age', 'zstd', 'tar'])

describe('archives in a folder', { concurrency: false }, () => {
  let home: BackedUpServer
  let store: string
  let [mine, spare]: AgeKey[] = []
  const at = (...parts: string[]) => path.join(home.folder, ...parts)
  const archives = (folder = store) => readdirSync(folder).filter((name) => name.includes('.tar.zst'))
  const nameOf = (archive: string | undefined) => archive?.split('.')[0] ?? ''

  before(async () => {
    home = await startBackedUpServer()
    store = makeFolder(home.folder, 'store')
    mine = await makeAgeKey()
    spare = await makeAgeKey()
    writeFileSync(at('mine.txt'), asText('# created: today', mine.identity))
    writeFileSync(at('spare.txt'), asText(spare.identity))
    writeFileSync(at('stranger.txt'), asText((await makeAgeKey()).identity))
  })
  after(() => home?.close())

  test('hold everything up to their moment, and a server goes on from them', async () => {
    const before = await home.book(0)
    const made = await home.run([
      'backup',
      '--to',
      store,
      '--encrypt-to',
      `${mine?.recipient},${spare?.recipient}`,
    ])
    assert.equal(made.code, 0, made.err)
    assert.match(made.out, /^lodgewire-\d{8}T\d{6}Z in \S+ holds everything up to 20\S+Z\.\n$/)
    const after = await home.book(1)
    assert.equal(archives().length, 1)
    for (const name of readdirSync(store))
      assert.equal(statSync(path.join(store, name)).mode & 0o777, 0o600, name)

    const restored = await home.run(['restore', store, at('again'), '--identity', at('spare.txt')])
    assert.equal(restored.code, 0, restored.err)
    assert.match(restored.out, /ok +database: private PostgreSQL/)
    assert.match(restored.out, /ok +kept counts: the counts of 2 workspaces match/)
    assert.match(restored.out, /again is ready/)
    const mark = JSON.parse(readFileSync(at('again', 'restored.json'), 'utf8')) as Record<string, string>
    assert.deepEqual(Object.keys(mark), ['backup', 'taken_at', 'restored_at'])
    assert.equal(mark['backup'], nameOf(archives()[0]))

    await home.restart(at('again'))
    assert.equal((await home.ask('GET', `/v1/reservations/${before}`)).status, 200)
    assert.equal((await home.ask('GET', `/v1/reservations/${after}`)).status, 404)
    const file = await fetch(`${home.server().baseUrl}${home.file}`)
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), picture)
    await home.restart(home.dataDir)
  })

  test('are listed, with what is none', async () => {
    writeFileSync(path.join(store, 'lodgewire-20200101T000000Z.tar.zst'), 'cut off')
    writeFileSync(path.join(store, 'notes.txt'), 'of somebody else')
    const { out, code } = await home.run(['backups', 'list', store])
    assert.equal(code, 0)
    assert.match(out, /lodgewire-\d{8}T\d{6}Z +20\d\d-.* +yes +0\.\d+\.\d+ +complete/)
    assert.match(out, /Incomplete, and no backup: lodgewire-20200101T000000Z\.tar\.zst\n/)
    const { data } = JSON.parse((await home.run(['backups', '--json'], { BACKUP_TO: store })).out) as {
      data: { manifest: { recipients: string[] } }[]
    }
    assert.deepEqual(
      data.map(({ manifest }) => manifest.recipients),
      [[mine?.recipient, spare?.recipient]],
    )
  })

  test('are opened by the tools of others', { skip: withoutOthersTools }, async () => {
    const folder = makeFolder(home.folder, 'by-hand')
    const archive = path.join(store, archives().find((name) => name.endsWith('.age')) ?? '')
    await shell('sh', ['-c', `age -d -i ${at('mine.txt')} ${archive} | zstd -d | tar -xf - -C ${folder}`])
    const { sha256 } = JSON.parse(readFileSync(archive.replace('.tar.zst.age', '.json'), 'utf8')) as {
      sha256: string
    }
    assert.match((await shell('sha256sum', [archive])).stdout, new RegExp(`^${sha256} `))
    // It is a folder that a server starts from, like one that "restore" made.
    const { code, out, err } = await home.run(['restore', folder, at('from-folder')])
    assert.equal(code, 0, out + err)
  })

  test('that others encrypted are read', { skip: withoutOthersTools }, async () => {
    const other = makeFolder(home.folder, 'other')
    const archive = archives().find((name) => name.endsWith('.age')) ?? ''
    const file = path.join(other, archive)
    const again = `age -d -i ${at('mine.txt')} ${path.join(store, archive)} | zstd -d | zstd -19 | age -r ${mine?.recipient}`
    await shell('sh', ['-c', `${again} > ${file}`])
    const manifest = JSON.parse(readFileSync(path.join(store, `${nameOf(archive)}.json`), 'utf8')) as object
    const [sha256] = (await shell('sha256sum', [file])).stdout.split(' ')
    writeFileSync(
      path.join(other, `${nameOf(archive)}.json`),
      JSON.stringify({ ...manifest, sha256, bytes: statSync(file).size }),
    )
    const { code, err } = await home.run(['restore', other, at('from-other'), '--identity', at('mine.txt')])
    assert.equal(code, 0, err)
  })

  test('that cannot be used are refused with the reason, and nothing is left', async () => {
    const archive = archives().find((name) => name.endsWith('.age')) ?? ''
    const name = nameOf(archive)
    const bad = makeFolder(home.folder, 'bad')
    const [archiveFile, manifestFile] = [path.join(bad, archive), path.join(bad, `${name}.json`)]
    const renew = () => {
      for (const file of [archive, `${name}.json`]) copyFileSync(path.join(store, file), path.join(bad, file))
    }
    const flip = (offset: number) => {
      const bytes = readFileSync(archiveFile)
      bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset)
      writeFileSync(archiveFile, bytes)
    }
    const change = (fields: object) =>
      writeFileSync(
        manifestFile,
        JSON.stringify({ ...JSON.parse(readFileSync(manifestFile, 'utf8')), ...fields }),
      )
    const identity = ['--identity', at('mine.txt')]
    const cases: [RegExp, () => void, string[]?][] = [
      [/is encrypted for age1.*Name the file of a secret key with --identity/, () => {}, []],
      [/The secret key does not open lodgewire-/, () => {}, ['--identity', at('stranger.txt')]],
      [/--identity: .*home.txt|none.txt is not there/, () => {}, ['--identity', at('none.txt')]],
      [
        /mine.json cannot be used: .*no secret key of age/,
        () => writeFileSync(at('mine.json'), '{}'),
        ['--identity', at('mine.json')],
      ],
      [/is cut: it has 1000 of \d+ bytes/, () => truncateSync(archiveFile, 1000)],
      [/is damaged/, () => flip(statSync(archiveFile).size >> 1)],
      [/is damaged: its SHA-256 is not that of the manifest/, () => change({ sha256: '0'.repeat(64) })],
      [/lacks its manifest lodgewire-\d{8}T\d{6}Z\.json: it was cut off/, () => rmSync(manifestFile)],
      [/The manifest .* is damaged/, () => writeFileSync(manifestFile, '{"format":1,')],
      [
        /was made by Lodgewire 99\.0\.0, and this is .*Restore it with 99\.0\.0 or newer/,
        () => change({ lodgewire: '99.0.0', format: 2 }),
      ],
    ]
    for (const [reason, damage, options = identity] of cases) {
      renew()
      damage()
      const { code, err } = await home.run(['restore', path.join(bad, name), at('failed'), ...options])
      assert.equal(code, 1, err)
      assert.match(err, reason)
      assert.ok(!existsSync(at('failed')) && !existsSync(at('failed.unfinished')), String(reason))
    }
  })

  test('are not unpacked over anything, and nothing is restored from what is no backup', async () => {
    makeFolder(home.folder, 'empty')
    makeFolder(home.folder, 'half.unfinished')
    for (const [args, settings, reason] of [
      [[store, home.dataDir], {}, /data is not empty/],
      [[store, at('half')], {}, /half\.unfinished is there/],
      [[store, at('none', 'inside')], {}, /none is not there\. Make it first/],
      [[at('empty'), at('failed')], {}, /empty holds no complete backup/],
      [
        [path.join(store, 'lodgewire-20010101T000000Z'), at('failed')],
        {},
        /holds no backup lodgewire-20010101T000000Z\. It has: lodgewire-/,
      ],
      [[home.dataDir, at('failed')], {}, /is a data folder and no backup/],
      [['ftp://host/folder', at('failed')], {}, /is no backup store\. Allowed: a folder, or s3:/],
      [[store], {}, /restore takes a backup and a new data folder/],
      [[store, at('failed')], { DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /PostgreSQL of your own/],
    ] as const) {
      const { code, err } = await home.run(['restore', ...args], settings)
      assert.notEqual(code, 0)
      assert.match(err, reason)
    }
    assert.ok(!existsSync(at('failed')))
  })

  test('are not made where they would harm, or without being asked for', async () => {
    makeFolder(home.dataDir, 'inside')
    for (const [args, settings, reason] of [
      [['--to', path.join(home.dataDir, 'inside')], {}, /inside of the data folder/],
      [['--to', at('none')], {}, /none is not there\. Make it first, or mount its disk/],
      [
        ['--to', 's3://bucket'],
        { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' },
        /--encrypt-to or BACKUP_ENCRYPT_TO, or add --unencrypted/,
      ],
      [['--to', 's3://bucket', '--unencrypted'], {}, /needs BACKUP_S3_ACCESS_KEY_ID/],
      [['--to', 's3://Bucket'], {}, /--to: "s3:\/\/Bucket" is not valid\. Allowed: a folder, or s3/],
      [
        ['--to', store, '--encrypt-to', 'me'],
        {},
        /--encrypt-to: "me" is not valid\. Allowed: public keys of age/,
      ],
      [['--to', store, '--encrypt-to', `age1${'q'.repeat(58)}`], {}, /is not a public key of age/],
      [['--to', store, '--keep', '7'], {}, /--keep: "7" is not valid\. Allowed: numbers of days/],
      [[at('plain'), '--keep', '7d'], {}, /--keep is for archives/],
      [[at('plain'), '--to', store], {}, /backup takes one folder, or a backup store with --to/],
    ] as const) {
      const { code, err } = await home.run(['backup', ...args], settings)
      assert.notEqual(code, 0)
      assert.match(err, reason)
    }
    assert.equal(archives().filter((name) => name.endsWith('.age')).length, 1)
  })

  test('are removed by the rule, with leftovers of a day ago, and only those of this server', async () => {
    const own = makeFolder(home.folder, 'own')
    const archive = archives().find((name) => name.endsWith('.age')) ?? ''
    const manifest = JSON.parse(readFileSync(path.join(store, `${nameOf(archive)}.json`), 'utf8')) as object
    const place = (name: string, fields: object = {}) => {
      copyFileSync(path.join(store, archive), path.join(own, `${name}.tar.zst.age`))
      writeFileSync(path.join(own, `${name}.json`), JSON.stringify({ ...manifest, name, ...fields }))
    }
    for (const name of [
      'lodgewire-20260101T031500Z',
      'lodgewire-20260101T220000Z',
      'lodgewire-20260102T031500Z',
    ])
      place(name)
    const leftovers = ['lodgewire-20260103T031500Z.tar.zst', 'lodgewire-20260103T031500Z.tar.zst.unfinished']
    for (const name of [...leftovers, 'lodgewire-20260104T031500Z.tar.zst', 'mine.tar.zst'])
      writeFileSync(path.join(own, name), '')
    for (const name of [...leftovers, 'mine.tar.zst'])
      utimesSync(path.join(own, name), 1_760_000_000, 1_760_000_000)
    const { code, out, err } = await home.run(['backup', '--to', own, '--keep', '3d'])
    assert.equal(code, 0, err)
    assert.deepEqual([...out.matchAll(/^Removed (.*)\.$/gm)].map(([, name]) => name).toSorted(), [
      'lodgewire-20260101T031500Z',
      ...leftovers,
    ])
    assert.deepEqual(
      readdirSync(own).filter((name) => !name.startsWith(nameOf(/^lodgewire\S+/.exec(out)?.[0]))),
      [
        'lodgewire-20260101T220000Z.json',
        'lodgewire-20260101T220000Z.tar.zst.age',
        'lodgewire-20260102T031500Z.json',
        'lodgewire-20260102T031500Z.tar.zst.age',
        'lodgewire-20260104T031500Z.tar.zst',
        'mine.tar.zst',
      ],
    )

    place('lodgewire-29990101T000000Z', { installation: 'another' })
    const refused = await home.run(['backup', '--to', own, '--keep', '1d'])
    assert.equal(refused.code, 1)
    assert.match(refused.err, /own holds backups of another server/)
  })

  test('and a folder that "backup" made is restored like them', async () => {
    assert.equal((await home.run(['backup', at('plain')])).code, 0)
    cpSync(at('plain'), at('plain-copy'), { recursive: true, preserveTimestamps: true })
    const { code, err } = await home.run(['restore', at('plain-copy'), at('empty')])
    assert.equal(code, 0, err)
    const mark = JSON.parse(readFileSync(at('empty', 'restored.json'), 'utf8')) as Record<string, string>
    assert.equal(mark['backup'], 'plain-copy')
    assert.ok(Math.abs(Date.now() - Date.parse(mark['taken_at'] ?? '')) < 600_000)
  })
})
